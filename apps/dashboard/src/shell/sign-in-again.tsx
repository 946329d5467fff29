import { Suspense } from 'react';
import { lazyPart } from '../parts/lazy/lazy-part';
import { useSessionEnded } from '../session/signed-out';

const SignInDialog = lazyPart(() => import('./sign-in-dialog'));

/** Sign-in over the page, while the session has ended. */
export function SignInAgain() {
  if (!useSessionEnded()) return null;
  return (
    <Suspense fallback={null}>
      <SignInDialog />
    </Suspense>
  );
}
