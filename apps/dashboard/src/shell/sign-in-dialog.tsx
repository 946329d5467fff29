import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessionBegan } from '../session/signed-out';
import { SignInForm } from '../sign-in/sign-in-form';
import { i18n } from '../text/i18n';

/** Sign-in over the page whose session ended. The page stays as it is, with everything that was typed. */
export default function SignInDialog() {
  const queryClient = useQueryClient();
  const signedIn = (): void => {
    sessionBegan();
    void queryClient.invalidateQueries();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={i18n.t('Your session has ended')}
    >
      <p style={{ marginTop: 0 }}>{i18n.t('Sign in to go on where you are. What you typed is still there.')}</p>
      <SignInForm onSignedIn={signedIn} />
    </Modal>
  );
}
