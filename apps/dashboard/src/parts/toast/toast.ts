import { notifications } from '@mantine/notifications';
import { asApiError } from '../../api/api-error';

/** Says that something was done, for four seconds and to screen readers. */
export function sayDone(message: string): void {
  notifications.show({ message, autoClose: 4_000, color: 'teal' });
}

/** Says that something failed, with the advice of the API; it stays until it is closed. */
export function sayFailed(error: unknown): void {
  const { message, suggestion, code, requestId } = asApiError(error);
  const foot = [code, requestId].filter(Boolean).join(' · ');
  notifications.show({
    title: message,
    message: [suggestion, foot].filter(Boolean).join(' '),
    color: 'red',
    autoClose: false,
  });
}
