// Sends an email, follows its waybill until it is delivered, and records an event.
// WAYBILL_URL=http://localhost:3000 WAYBILL_SECRET_KEY=sk_… node send-and-follow.mjs hello@your-domain.example ada@example.com
import { setTimeout as delay } from 'node:timers/promises';
import { ValidationError, Waybill } from '@waybill/sdk';

const [from, to] = process.argv.slice(2);
const waybill = new Waybill();

try {
  const { emails } = await waybill.emails.send({
    from,
    to,
    subject: 'Your order {{number}}',
    body: '<p>Thank you, {{name}}.</p>',
    data: { number: 1042, name: 'Ada' },
  });
  await waybill.events.track({ email: to, event: 'order placed', data: { number: 1042 } });
  for (let look = 0; look < 60; look++) {
    const { status, timeline } = await waybill.emails.get(emails[0].email);
    if (status === 'DELIVERED') {
      for (const { at, type } of timeline) console.log(at, type);
      break;
    }
    await delay(500);
  }
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  for (const { field, message } of error.fields) console.error(`${field}: ${message}`);
  process.exitCode = 1;
}
