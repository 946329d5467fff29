import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import dnsPacket from 'dns-packet';

export type ZoneType = 'TXT' | 'CNAME' | 'MX' | 'NS' | 'A' | 'AAAA';

/** What happens to the queries of a name: an error code, no answer at all, or an answer that only fits TCP. */
export type DnsFault = 'SERVFAIL' | 'REFUSED' | 'silence' | 'truncate';

interface Entry {
  type: ZoneType;
  data: string;
}

interface Reply {
  answers: object[];
  rcode: string;
}

/** Bit of a truncated answer, and of an answer of a recursive server (RFC 1035, 4.1.1). */
const flags = { truncated: 0x0200, recursive: 0x0180 };
const rcodes: Record<string, number> = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const mostUdpBytes = 512;
const mostCnames = 8;

/** A recursive DNS server on loopback, UDP and TCP on one port, that knows what a test tells it. */
export class DnsServer {
  /** Queries received. */
  queries = 0;
  /** Most queries that waited for their answer at the same time. */
  mostWaiting = 0;
  /** Milliseconds before each answer. */
  latencyMs = 0;
  /** The fault of every name, until it is removed. */
  fault: DnsFault | undefined;
  private readonly zone = new Map<string, Entry[]>();
  private readonly faults = new Map<string, DnsFault>();
  private readonly udp: UdpSocket = createSocket('udp4');
  private readonly tcp: Server = createServer((socket) => this.serveTcp(socket));
  private waiting = 0;

  private constructor() {
    this.udp.on('message', (message, from) => {
      void this.answer(message, true, (reply) => this.udp.send(reply, from.port, from.address));
    });
  }

  static async start(): Promise<DnsServer> {
    for (let attempt = 0; ; attempt++) {
      const server = new DnsServer();
      await new Promise<void>((resolve) => server.tcp.listen(0, '127.0.0.1', resolve));
      const { port } = server.tcp.address() as AddressInfo;
      const bound = await new Promise<boolean>((resolve) => {
        server.udp.once('error', () => resolve(false));
        server.udp.bind(port, '127.0.0.1', () => resolve(true));
      });
      if (bound) return server;
      server.tcp.close();
      if (attempt > 10) throw new Error('no port is free for UDP and TCP');
    }
  }

  /** `address:port`, as DNS_SERVERS takes it. */
  get address(): string {
    return `127.0.0.1:${(this.tcp.address() as AddressInfo).port}`;
  }

  /** Adds a record; an MX is given as its host. */
  add(type: ZoneType, name: string, data: string): void {
    const key = name.toLowerCase();
    this.zone.set(key, [...(this.zone.get(key) ?? []), { type, data }]);
  }

  /** Removes the records of a name, all or those of a type. */
  remove(name: string, type?: ZoneType): void {
    const rest = (this.zone.get(name.toLowerCase()) ?? []).filter((entry) => type && entry.type !== type);
    if (rest.length > 0) this.zone.set(name.toLowerCase(), rest);
    else this.zone.delete(name.toLowerCase());
  }

  /** Gives a name a fault, or takes it away. */
  setFault(name: string, fault: DnsFault | undefined): void {
    if (fault) this.faults.set(name.toLowerCase(), fault);
    else this.faults.delete(name.toLowerCase());
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.udp.close(() => resolve()));
    await new Promise<void>((resolve) => this.tcp.close(() => resolve()));
  }

  private serveTcp(socket: Socket): void {
    let pending = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const length = pending.readUInt16BE(0);
        const message = pending.subarray(2, 2 + length);
        pending = pending.subarray(2 + length);
        void this.answer(message, false, (reply) => {
          const size = Buffer.alloc(2);
          size.writeUInt16BE(reply.length);
          if (socket.writable) socket.write(Buffer.concat([size, reply]));
        });
      }
    });
  }

  private async answer(message: Buffer, isUdp: boolean, send: (reply: Buffer) => void): Promise<void> {
    const query = dnsPacket.decode(message);
    const question = query.questions?.[0];
    if (!question) return;
    this.queries++;
    this.mostWaiting = Math.max(this.mostWaiting, ++this.waiting);
    if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    this.waiting--;
    const fault = this.fault ?? this.faults.get(question.name.toLowerCase());
    if (fault === 'silence') return;
    const { answers, rcode } = this.resolve(question.name, question.type as ZoneType, fault);
    const encode = (extra: number, some: object[]): Buffer =>
      dnsPacket.encode({
        type: 'response',
        id: query.id,
        flags: flags.recursive | extra | (rcodes[rcode] ?? 2),
        questions: query.questions,
        answers: some as dnsPacket.Answer[],
      });
    const full = encode(0, answers);
    const tooLong = isUdp && (fault === 'truncate' || full.length > udpBytes(query));
    send(tooLong ? encode(flags.truncated, []) : full);
  }

  /** The answer section of a recursive server: the CNAMEs on the way, then the records. */
  private resolve(asked: string, type: ZoneType, fault: DnsFault | undefined): Reply {
    if (fault === 'SERVFAIL' || fault === 'REFUSED') return { answers: [], rcode: fault };
    const answers: object[] = [];
    let name = asked;
    for (let step = 0; step < mostCnames; step++) {
      const entries = this.zone.get(name.toLowerCase());
      if (!entries) return { answers, rcode: this.exists(name) ? 'NOERROR' : 'NXDOMAIN' };
      const wanted = entries.filter((entry) => entry.type === type);
      answers.push(...wanted.map((entry) => toAnswer(name, entry)));
      const alias = entries.find((entry) => entry.type === 'CNAME');
      if (wanted.length > 0 || !alias) return { answers, rcode: 'NOERROR' };
      answers.push(toAnswer(name, alias));
      name = alias.data;
    }
    // A chain without an end: what resolvers answer to a loop.
    return { answers: [], rcode: 'SERVFAIL' };
  }

  /** A name with names below it exists without records of its own (RFC 8020). */
  private exists(name: string): boolean {
    const below = `.${name.toLowerCase()}`;
    return [...this.zone.keys()].some((known) => known.endsWith(below));
  }
}

/** How long an answer the asker takes by UDP: it says so with EDNS (RFC 6891). */
function udpBytes(query: dnsPacket.Packet): number {
  const option = query.additionals?.find((extra) => extra.type === 'OPT') as { udpPayloadSize?: number } | undefined;
  return Math.max(option?.udpPayloadSize ?? 0, mostUdpBytes);
}

function toAnswer(name: string, { type, data }: Entry): object {
  const base = { name, type, class: 'IN', ttl: 300 };
  if (type === 'MX') return { ...base, data: { preference: 10, exchange: data } };
  // A text of more than 255 octets is written in several pieces (RFC 1035, 3.3).
  if (type === 'TXT') return { ...base, data: data.match(/.{1,255}/gs) ?? [''] };
  return { ...base, data };
}
