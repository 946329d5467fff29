import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { newAddress } from './customer';
import { forgiveGuesses, receivedMail, useSubmission } from './submission.fixture';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: smtplib is not tested');
const submission = useSubmission('submission-python');

(hasPython ? describe : describe.skip)('smtplib of Python', () => {
  const python = (lines: string[]): string =>
    execFileSync('python3', ['-'], {
      input: ['import smtplib, ssl', 'from email.message import EmailMessage', ...lines].join('\n'),
      encoding: 'utf8',
      timeout: 60_000,
    });
  const message = (to: string) => [
    'm = EmailMessage()',
    `m["From"] = "Shop <${submission.customer.from}>"`,
    `m["To"] = "${to}"`,
    'm["Subject"] = "From Python: é"',
    'm["Message-ID"] = "<python-' + randomUUID() + '@shop.example>"',
    'm.set_content("Plain text\\n.dot\\n..two dots\\n")',
    'm.add_alternative("<p>HTML é</p>", subtype="html")',
    'm.add_attachment(bytes(range(256)), maintype="application", subtype="octet-stream", filename="all.bin")',
  ];
  const trusting = 'c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = ssl.CERT_NONE';

  it.each([
    ['in the clear on loopback', () => [`s = smtplib.SMTP("127.0.0.1", ${submission.port})`]],
    ['with STARTTLS', () => [`s = smtplib.SMTP("127.0.0.1", ${submission.port})`, trusting, 's.starttls(context=c)']],
    [
      'with TLS from the start',
      () => [trusting, `s = smtplib.SMTP_SSL("127.0.0.1", ${submission.tlsPort}, context=c)`],
    ],
  ])('sends %s', async (_how, open) => {
    const to = newAddress();
    const login = `s.login("waybill", "${submission.customer.project.secretKey}")`;
    const out = python([...message(to), ...open(), login, 'print(s.send_message(m))', 's.quit()']);
    expect(out.trim()).toBe('{}');
    const { body } = await submission.customer.secret.get(`/emails?search=${encodeURIComponent(to)}`);
    const received = await receivedMail(submission.customer, body.data[0].id);
    expect(received).toMatchObject({ subject: 'From Python: é', from: { name: 'Shop' } });
    expect(received.text?.trim()).toBe('Plain text\n.dot\n..two dots');
    expect(Buffer.from(received.attachments[0]!.content as ArrayBuffer)).toEqual(
      Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
    );
  });

  it('hears 535 for a wrong key and 550 for a sender that is not verified', async () => {
    await forgiveGuesses(submission.system);
    const tries = [
      ...message(newAddress()),
      `s = smtplib.SMTP("127.0.0.1", ${submission.port})`,
      'try: s.login("waybill", "sk_wrong")',
      'except smtplib.SMTPAuthenticationError as e: print(e.smtp_code)',
      `s.login("waybill", "${submission.customer.project.secretKey}")`,
      'del m["From"]; m["From"] = "a@elsewhere.example"',
      'try: s.send_message(m)',
      'except smtplib.SMTPDataError as e: print(e.smtp_code, e.smtp_error.decode())',
    ];
    expect(python(tries)).toMatch(/^535\n550 5\.7\.1 DOMAIN_NOT_VERIFIED/);
  });
});
