/** Domains of one provider each, whose mailboxes differ neither by dots nor by which of the domains is written. */
const dotless = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
  ['proton.me', 'proton.me'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);

/**
 * The mailbox that a normalized address reaches, for limits only: without the part behind `+` and, where the provider ignores
 * them, without dots. A provider that takes `+` literally makes two people share a limit, which costs them little.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const provider = dotless.get(domain);
  const [untagged = ''] = email.slice(0, at).split('+');
  const local = provider ? untagged.replaceAll('.', '') : untagged;
  return `${local || email.slice(0, at)}@${provider ?? domain}`;
}
