import { acceptedId, classifySmtp, type SmtpPhase } from './smtp-answer';

describe('classifySmtp', () => {
  const cases: [SmtpPhase, number | undefined, string, string | undefined][] = [
    ['session', undefined, 'not_accepted', 'unreachable'],
    ['session', 421, 'not_accepted', 'throttled'],
    ['session', 454, 'not_accepted', 'unreachable'],
    ['session', 530, 'not_accepted', 'refused'],
    ['session', 534, 'not_accepted', 'refused'],
    ['session', 535, 'not_accepted', 'refused'],
    ['session', 538, 'not_accepted', 'refused'],
    ['session', 554, 'not_accepted', 'unreachable'],
    ['envelope', undefined, 'not_accepted', 'unreachable'],
    ['envelope', 421, 'not_accepted', 'throttled'],
    ['envelope', 450, 'not_accepted', 'throttled'],
    ['envelope', 451, 'not_accepted', 'throttled'],
    ['envelope', 452, 'not_accepted', 'throttled'],
    ['envelope', 455, 'not_accepted', 'temporary'],
    ['envelope', 530, 'not_accepted', 'refused'],
    ['envelope', 550, 'rejected', undefined],
    ['envelope', 552, 'rejected', undefined],
    ['envelope', 250, 'not_accepted', 'temporary'],
    ['data', undefined, 'doubtful', undefined],
    ['data', 421, 'not_accepted', 'throttled'],
    ['data', 451, 'not_accepted', 'throttled'],
    ['data', 554, 'rejected', undefined],
    ['data', 354, 'doubtful', undefined],
    ['data', 666, 'doubtful', undefined],
  ];

  it.each(cases)('in phase %s a reply of %s means %s %s', (phase, code, outcome, kind) => {
    expect(classifySmtp(phase, code, 'why')).toEqual({ outcome, reason: 'why', ...(kind && { kind }) });
  });

  it.each([
    ['data', 454, '454 Throttling failure: Daily message quota exceeded.'],
    ['envelope', 550, '550-5.4.5 Daily user sending limit exceeded.'],
    ['session', 421, '421 4.3.0 Daily sending quota exceeded'],
  ] as [SmtpPhase, number, string][])(
    'in phase %s the reply %i %j says that the quota of the day is used up',
    (...said) => {
      expect(classifySmtp(...said)).toEqual({ outcome: 'not_accepted', kind: 'exhausted', reason: said[2] });
    },
  );

  it('takes the quota of the day only from a refusal', () => {
    expect(classifySmtp('data', undefined, 'Daily message quota exceeded').outcome).toBe('doubtful');
    expect(classifySmtp('data', 354, 'Daily message quota exceeded').outcome).toBe('doubtful');
  });

  it('never calls a message safe to repeat once content was written and no refusal came', () => {
    for (let code = 100; code < 1000; code++) {
      const { outcome } = classifySmtp('data', code, 'why');
      if (code < 400 || code > 599) expect(outcome).toBe('doubtful');
    }
  });
});

describe('acceptedId', () => {
  const raw = Buffer.from('Subject: x\r\nMessage-ID: <own@example.com>\r\n\r\nMessage-ID: <body@example.com>');

  it.each([
    ['250 2.0.0 Ok: queued as 4F1A2B3C4D', '4F1A2B3C4D'],
    ['250 OK id=1rAbCd-0001xy-2z', '1rAbCd-0001xy-2z'],
    ['250 Ok 0100018b5c3c0a4f-1f2e3d4c-0000-000000', '0100018b5c3c0a4f-1f2e3d4c-0000-000000'],
    ['250 OK', 'own@example.com'],
    ['', 'own@example.com'],
  ])('reads %j as %s', (reply, id) => {
    expect(acceptedId(reply, raw)).toBe(id);
  });
});
