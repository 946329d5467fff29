import '@mantine/notifications/styles.css';
import { notifications, type NotificationData } from '@mantine/notifications';
import { toasterIsWanted } from './toaster-wanted';
import { i18n } from '../../text/i18n';

/** Shows a message at the edge of the window. */
export function show(data: NotificationData): void {
  toasterIsWanted();
  notifications.show({ closeButtonProps: { 'aria-label': i18n.t('Close the message') }, ...data });
}
