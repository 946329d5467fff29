import type { WantedRecord } from '../domain/records';
import { recordStatus } from './record-match';

const record = (purpose: WantedRecord['purpose'], type: WantedRecord['type'], value: string): WantedRecord => ({
  purpose,
  type,
  name: 'name.example',
  value,
  required: true,
});
const ownership = record('OWNERSHIP', 'TXT', 'waybill-verification=abc');
const dkim = record('DKIM', 'TXT', 'v=DKIM1; k=rsa; p=MIIB+/==');
const spf = record('RETURN_PATH_SPF', 'TXT', 'v=spf1 include:spf.waybill.test ~all');
const dmarc = record('DMARC', 'TXT', 'v=DMARC1; p=none;');
const cname = record('DKIM', 'CNAME', 'token.dkim.amazonses.com');
const mx = record('RETURN_PATH_MX', 'MX', 'feedback.waybill.test');

describe('recordStatus', () => {
  it.each([
    [ownership, ['other=1', 'waybill-verification=abc'], 'verified'],
    [ownership, ['waybill-verification=abcd'], 'mismatch'],
    [dkim, ['v=DKIM1; k=rsa; p=MIIB+/=='], 'verified'],
    [dkim, ['k=rsa;p=MIIB +/= =; t=s'], 'verified'],
    [dkim, ['v=DKIM1; k=rsa; p='], 'mismatch'],
    [dkim, ['v=DKIM1; k=ed25519; p=MIIB+/=='], 'mismatch'],
    [dkim, ['v=DKIM1; p=other', 'v=DKIM1; p=MIIB+/=='], 'verified'],
    [spf, ['V=SPF1 a include:spf.waybill.test -all'], 'verified'],
    [spf, ['v=spf1 include:spf.waybill.test.evil.example ~all'], 'mismatch'],
    [spf, ['google-site-verification=1'], 'missing'],
    [dmarc, ['v=DMARC1; p=reject; rua=mailto:a@name.example'], 'verified'],
    [dmarc, ['v=DMARC12'], 'missing'],
    [cname, ['Token.DKIM.amazonses.com.'], 'verified'],
    [cname, ['token.dkim.amazonses.com.evil.example'], 'mismatch'],
    [mx, ['other.example', 'feedback.waybill.test'], 'verified'],
    [mx, ['other.example'], 'mismatch'],
  ] as const)('compares %j with %j: %s', (wanted, found, status) => {
    expect(recordStatus(wanted, { found: [...found] })).toBe(status);
  });

  it('distinguishes a definite absence from a DNS that does not answer', () => {
    expect(recordStatus(dkim, { absent: 'name' })).toBe('missing');
    expect(recordStatus(dkim, { absent: 'record' })).toBe('missing');
    expect(recordStatus(dkim, { failed: 'timeout' })).toBe('unknown');
  });
});
