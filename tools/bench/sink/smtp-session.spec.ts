import { emailIdOf, SmtpSession } from './smtp-session';

function talk(...chunks: string[]): { replies: string[]; messages: string[]; quit: boolean } {
  const seen = { replies: [] as string[], messages: [] as string[], quit: false };
  const session = new SmtpSession({
    reply: (line) => void seen.replies.push(line.slice(0, 3)),
    message: (source) => void seen.messages.push(source),
    quit: () => void (seen.quit = true),
  });
  chunks.forEach((chunk) => session.receive(chunk));
  return seen;
}

const mail = 'MAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\n';

describe('the SMTP sink', () => {
  it('takes message after message on one connection, however the bytes are cut', () => {
    const text = `EHLO me\r\n${mail}Subject: 1\r\n\r\none\r\n.\r\n${mail}Subject: 2\r\n\r\ntwo\r\n.\r\nQUIT\r\n`;
    const whole = talk(text);
    expect(whole.messages).toEqual(['Subject: 1\r\n\r\none', 'Subject: 2\r\n\r\ntwo']);
    expect(whole.replies.join()).toBe('220,250,250,250,354,250,250,250,354,250,221');
    expect(whole.quit).toBe(true);
    expect(talk(...text)).toEqual(whole);
  });

  it('reads the email id from the head only', () => {
    expect(emailIdOf('From: a\r\nX-Waybill-Email-Id: 42\r\n\r\nbody')).toBe('42');
    expect(emailIdOf('From: a\r\n\r\nX-Waybill-Email-Id: 42')).toBe('');
  });
});
