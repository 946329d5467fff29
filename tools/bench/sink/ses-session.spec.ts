import { SesSession } from './ses-session';

const id = '0198f7a2-0000-7000-8000-00000000000b';
const request = (form: string): string => `POST / HTTP/1.1\r\nhost: x\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
const email = request(
  `Action=SendRawEmail&Version=1&Tags.member.1.Name=emailId&Tags.member.1.Value=${id}&Tags.member.2.Name=a`,
);

function talk(chunks: string[]): { taken: string[]; answers: string[] } {
  const taken: string[] = [];
  const answers: string[] = [];
  const session = new SesSession({ reply: (answer) => answers.push(answer), taken: (emailId) => taken.push(emailId) });
  for (const chunk of chunks) session.receive(chunk);
  return { taken, answers };
}

it.each([[[email, email]], [[email + email]], [[...(email + email)]]])(
  'takes each email once, however it is cut',
  (chunks) => {
    const { taken, answers } = talk(chunks);
    expect(taken).toEqual([id, id]);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answers[0]).toContain(`<MessageId>0100-${id}</MessageId>`);
  },
);

it('refuses whatever else is asked', () => {
  const { taken, answers } = talk([request('Action=GetSendQuota&Version=1')]);
  expect(taken).toEqual([]);
  expect(answers).toEqual([expect.stringMatching(/^HTTP\/1\.1 403 [^]*<Code>AccessDenied<\/Code>/)]);
});
