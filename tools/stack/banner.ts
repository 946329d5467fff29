/** What a person reads when the stack is up. */
import type { Demo } from './demo/demo.ts';

/** The whole text. The three commands work as they stand, pasted into a shell. */
export function banner(
  demo: Demo,
  elapsedMs: number,
  { hasDashboard, smtpPort }: { hasDashboard: boolean; smtpPort: number },
): string {
  const json = "-H 'Content-Type: application/json'";
  const send = {
    to: 'someone@example.com',
    from: `hello@${demo.senderDomain}`,
    subject: 'Hello',
    body: '<p>Hello</p>',
  };
  const track = { email: 'someone@example.com', event: 'signed_up' };
  return `
  Waybill is up after ${(elapsedMs / 1000).toFixed(1)} s

${
  hasDashboard
    ? `  Dashboard  ${demo.url}/app
`
    : ''
}  API        ${demo.url}
  Mailbox    ${demo.url}/mailbox
  SMTP       localhost:${smtpPort}, user waybill, password: the secret key
  Login      ${demo.email}   ${demo.password}
  Public     ${demo.publicKey}
  Secret     ${demo.secretKey}

  Send an email, track an event, look into the mailbox:

  curl ${demo.url}/v1/send -H 'Authorization: Bearer ${demo.secretKey}' ${json} -d '${JSON.stringify(send)}'

  curl ${demo.url}/v1/track -H 'Authorization: Bearer ${demo.publicKey}' ${json} -d '${JSON.stringify(track)}'

  curl ${demo.url}/mailbox/messages

  Ctrl-C stops everything; the data stays in .waybill/
`;
}
