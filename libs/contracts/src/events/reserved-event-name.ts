const reserved = /^(email\..*|contact\.(un)?subscribed|segment\..*\.(entry|exit))$/s;
// Visible ASCII is its own compatibility form.
const plain = /^[ -~]*$/;
// Characters that look like nothing: they would let a reserved name pass in disguise.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Is this a name only the service itself may emit? Compared without case, compatibility
 * forms, surrounding space and invisible characters, so that a disguised name is refused too.
 */
export function isReservedEventName(name: string): boolean {
  const visible = plain.test(name) ? name : name.normalize('NFKC').replace(invisible, '');
  return reserved.test(visible.trim().toLowerCase());
}
