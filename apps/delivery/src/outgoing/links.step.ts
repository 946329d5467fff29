import type { Step } from './step';

/** The contact's own links, and tracked ones where the provider that takes the email does not track by itself. */
export const linksStep: Step = {
  name: 'links',
  async run(parcel) {
    parcel.links = await parcel.account.links.of(parcel.email, parcel.content);
  },
};
