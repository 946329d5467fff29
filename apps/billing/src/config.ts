/** Settings of the billing service beside those of every service: none yet. */
export const billingSettings = {};
