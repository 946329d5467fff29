import { parseAddress } from '@waybill/contracts/address';

/** The domain whose recipients choose what happens to their mail (reserved by RFC 6761). */
export const SIMULATOR_DOMAIN = 'simulator.test';

const played = ['bounce', 'transient', 'complaint', 'delay', 'throttle', 'reject', 'open', 'click'] as const;

export type SimulatorOutcome = (typeof played)[number] | 'delivered';

/**
 * The outcome that the simulator plays for a recipient: named by the local part, before any `+tag` and in any case, at
 * `simulator.test` (`bounce+42@simulator.test` bounces); every other address is delivered.
 */
export function outcomeOf(recipient: string): SimulatorOutcome {
  const address = parseAddress(recipient);
  if (address?.domain !== SIMULATOR_DOMAIN) return 'delivered';
  const name = address.local.split('+', 1)[0]!.toLowerCase();
  return played.find((outcome) => outcome === name) ?? 'delivered';
}
