import { asApiError } from '../../api/api-error';
import { withKit } from '../lazy/lazy-part';

/** The library of the messages is loaded with the first of them. */
const library = () => withKit(() => import('./notifications'));

/** Says that something was done, for four seconds and to screen readers. */
export function sayDone(message: string): void {
  void library().then(({ show }) => show({ message, autoClose: 4_000, color: 'teal' }));
}

/** Says that something failed, with the advice of the API; it stays until it is closed. */
export function sayFailed(error: unknown): void {
  const { message: title, suggestion, code, requestId } = asApiError(error);
  const foot = [code, requestId].filter(Boolean).join(' · ');
  const message = [suggestion, foot].filter(Boolean).join(' ');
  void library().then(({ show }) => show({ title, message, color: 'red', autoClose: false }));
}

/** Says why something cannot be done, for eight seconds. */
export function sayRefused(reason: string): void {
  void library().then(({ show }) => show({ message: reason, color: 'yellow', autoClose: 8_000 }));
}
