import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** One span as it came, with the service that sent it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

type WireSpan = Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes?: Attribute[] };

interface ExportRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

/** A collector that takes traces over OTLP/HTTP in JSON and remembers their spans. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The headers of the last export. */
  headers: IncomingMessage['headers'] = {};
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      this.take(request).then(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
        () => response.writeHead(400).end(),
      );
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve, reject) => {
      receiver.server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of one trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async take(request: IncomingMessage): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error('not an export of traces');
    this.headers = request.headers;
    const { resourceSpans } = (await json(request)) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, service, attributes: valuesOf(span.attributes ?? []) });
      }
    }
  }
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
