import { zoneFile } from './zone-file';

const record = (type: 'TXT' | 'CNAME' | 'MX', value: string, priority?: number) =>
  ({
    purpose: 'DKIM',
    type,
    name: 'k._domainkey.acme.example',
    value,
    priority,
    required: true,
    status: 'pending',
  }) as const;

describe('the zone file of a domain', () => {
  it('has a line for each record, with whole names', () => {
    const text = zoneFile('acme.example', [record('CNAME', 'x.dkim.example'), record('MX', 'in.example', 5)]);
    expect(text.split('\n').slice(1, 3)).toEqual([
      'k._domainkey.acme.example. 3600 IN CNAME x.dkim.example.',
      'k._domainkey.acme.example. 3600 IN MX 5 in.example.',
    ]);
  });

  it('quotes text and splits what is longer than a string may be', () => {
    const [, line] = zoneFile('acme.example', [record('TXT', `v=DKIM1; p="${'A'.repeat(300)}`)]).split('\n');
    const strings = [...line!.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part!);
    expect(strings.length).toBe(2);
    expect(strings.join('')).toBe(String.raw`v=DKIM1; p=\"${'A'.repeat(300)}`);
  });
});
