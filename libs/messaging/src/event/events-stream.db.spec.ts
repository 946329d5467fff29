import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@waybill/stack/stores/nats';
import { NatsLink } from '../nats/nats-link';
import { EventsStream } from './events-stream';

it('says that NATS has no room for the stream', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-no-room-'));
  const nats = await startNats({ storeDir: join(folder, 'nats'), config: 'jetstream { max_file_store: 100MB }' });
  try {
    const link = await NatsLink.open({ NATS_URL: nats.url }, 'no room');
    try {
      await expect(new EventsStream(link).ensure()).rejects.toThrow('NATS has no room for the stream EVENTS, 1 GiB');
    } finally {
      await link.onApplicationShutdown();
    }
  } finally {
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
