import type { NotificationData } from '@mantine/notifications';
import { asApiError } from '../../api/api-error';
import { withKit } from '../lazy/lazy-part';

/** Shows a message. The library is loaded with the first of them; without a connection the bar of the frame says enough. */
const show = (data: NotificationData): void =>
  void withKit(() => import('./notifications')).then(
    (library) => library.show(data),
    () => undefined,
  );

/** Says that something was done, for four seconds and to screen readers. */
export function sayDone(message: string): void {
  show({ message, autoClose: 4_000, color: 'teal' });
}

/** Says that something failed, with the advice of the API; it stays until it is closed. */
export function sayFailed(error: unknown): void {
  const { message: title, suggestion, code, requestId } = asApiError(error);
  const foot = [code, requestId].filter(Boolean).join(' · ');
  const message = [suggestion, foot].filter(Boolean).join(' ');
  show({ title, message, color: 'red', autoClose: false });
}

/** Says why something cannot be done, for eight seconds. */
export function sayRefused(reason: string): void {
  show({ message: reason, color: 'yellow', autoClose: 8_000 });
}
