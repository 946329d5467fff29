import { failed } from '../email/settlement';
import type { MailSettingsReader } from '../tracking/mail-settings.reader';
import type { Step } from './step';

/** Nothing leaves for a project that was disabled or deleted since the email was accepted. */
export const projectStep = (settings: MailSettingsReader): Step => ({
  name: 'project',
  async run({ email }) {
    const { enabled } = await settings.of(email.project_id);
    if (!enabled) return failed(email, 'project_disabled', 'the project is disabled');
  },
});
