const reserved = /^(email\..*|contact\.(un)?subscribed|segment\..*\.(entry|exit))$/s;
// Characters that look like nothing: they would let a reserved name pass in disguise.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Is this a name only the service itself may emit (specification, Event (tracked))? Compared without case, compatibility
 * forms, surrounding space and invisible characters, so that a disguised name is refused too.
 */
export function isReservedEventName(name: string): boolean {
  return reserved.test(name.normalize('NFKC').replace(invisible, '').trim().toLowerCase());
}
