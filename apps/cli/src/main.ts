#!/usr/bin/env node
import { run } from './program';

// `waybill tail | head` closes our stdout.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void run(process.argv).then((status) => {
  process.exitCode = status;
});
