/** Where sign-in leads: an address of the dashboard, never one of another site, whatever the link said. */
export function placeBack(back: unknown): string {
  if (typeof back !== 'string' || !/^\/(?![/\\])[\w\-./$?=&%:~+,]*$/.test(back)) return '/';
  return back;
}
