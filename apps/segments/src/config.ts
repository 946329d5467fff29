/** Settings of the segments service beside those of every service: none yet. */
export const segmentsSettings = {};
