/** The services of the system, in the order they are listed to a person. */
export interface Service {
  name: string;
  /** Where health and metrics are answered, unless the port is taken. */
  opsPort: number;
  /** Seed command takes the demo project. */
  seedsDemo?: boolean;
}

export const SERVICES: readonly Service[] = [
  { name: 'gateway', opsPort: 3100, seedsDemo: true },
  { name: 'contacts', opsPort: 3101 },
  { name: 'delivery', opsPort: 3102 },
  { name: 'workflow-engine', opsPort: 3103 },
  { name: 'segments', opsPort: 3104 },
  { name: 'billing', opsPort: 3105 },
  { name: 'domain-verifier', opsPort: 3106, seedsDemo: true },
];

/** Of the gateway, unless PORT says otherwise. */
export const PUBLIC_PORT = 3000;

/** SMTP submission of the gateway, unless it is taken. */
export const SUBMISSION_PORT = 2525;

/** Loopback ports of what the stack starts itself, unless they are taken. */
export const POSTGRES_PORT = 54329;
export const NATS_PORT = 42229;
