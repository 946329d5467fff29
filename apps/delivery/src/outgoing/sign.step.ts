import { parseAddress } from '@waybill/contracts/address';
import { signMessage } from '../mime/dkim';
import type { Step } from './step';

/** The signature of the sender's domain, where the provider does not sign by itself. */
export const signStep: Step = {
  name: 'sign',
  async run(parcel) {
    const { email, account } = parcel;
    const domain = parseAddress(email.from_address)?.domain ?? '';
    const key = await account.keys?.find(email.project_id, domain);
    if (key) parcel.raw = await signMessage(parcel.raw, key, new Date());
  },
};
