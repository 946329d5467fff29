import type { LoggerService } from '@nestjs/common';
import { logFields } from '@waybill/messaging/request/request-context';
import pino, { type Logger as PinoLogger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: string;
  format: 'json' | 'pretty';
}

// Whatever is named like a secret is never written.
const redact = ['authorization', 'cookie', 'password', 'token', 'secret', 'secretKey', 'publicKey', 'apiKey'];

/** Structured logs on stdout: one JSON object per line, or one readable line. */
export function createLogger(options: LoggerOptions): AppLogger {
  const paths = redact.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const target =
    options.format === 'pretty'
      ? { write: (line: string) => process.stdout.write(readable(line)) }
      : pino.destination({ fd: 1, sync: true });
  const logger = pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: logFields,
      redact: { paths, censor: '[redacted]' },
    },
    target,
  );
  return new AppLogger(logger);
}

function readable(line: string): string {
  const {
    level,
    time,
    context,
    msg,
    stack,
    service: _service,
    pid: _pid,
    ...rest
  } = JSON.parse(line) as Record<string, string>;
  const extra = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${context ? `[${context}] ` : ''}${msg}${extra}${stack ? `\n${stack}` : ''}\n`;
}

// Nest's account of its own start: of interest only when a start fails.
const startContexts = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestMicroservice',
  'NestApplication',
]);

/** Nest's logger interface on pino: `logger.log('text', 'Context')`, or an object of fields with `msg`. */
export class AppLogger implements LoggerService {
  constructor(readonly pino: PinoLogger) {}

  log(message: unknown, context?: string): void {
    this.write(context && startContexts.has(context) ? 'debug' : 'info', message, context);
  }
  warn(message: unknown, context?: string): void {
    this.write('warn', message, context);
  }
  debug(message: unknown, context?: string): void {
    this.write('debug', message, context);
  }
  verbose(message: unknown, context?: string): void {
    this.write('trace', message, context);
  }
  fatal(message: unknown, context?: string): void {
    this.write('fatal', message, context);
  }
  error(message: unknown, stackOrContext?: string, context?: string): void {
    const stack = message instanceof Error ? message.stack : context === undefined ? undefined : stackOrContext;
    const named = context ?? stackOrContext;
    this.write('error', message instanceof Error ? message.message : message, named, stack);
  }

  private write(
    level: 'info' | 'warn' | 'debug' | 'trace' | 'error' | 'fatal',
    message: unknown,
    context?: string,
    stack?: string,
  ) {
    const fields = typeof message === 'object' && message !== null ? message : { msg: String(message) };
    this.pino[level]({ context, ...(stack ? { stack } : {}), ...fields });
  }
}
