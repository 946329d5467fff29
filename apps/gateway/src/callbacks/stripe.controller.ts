import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access } from '../access/route/access';
import { RawBody } from '../edge/body/raw-body';
import { AddressLimit } from '../access/route/address-limit';

const maxBodyBytes = 512 * 1024;
const maxSignatureLength = 2_000;

/**
 * Webhooks of Stripe. Billing verifies the signature on the body as it arrived and stores the event; the effects follow. Stripe
 * repeats a webhook after every answer but a 2xx, for up to three days.
 */
@Controller('webhooks/incoming')
@Access('open')
export class StripeController {
  constructor(private readonly asks: AskClient) {}

  @Post('stripe')
  @HttpCode(200)
  @RawBody(maxBodyBytes)
  @AddressLimit('callback')
  async take(@Body() body: unknown, @Headers('stripe-signature') signature?: string): Promise<{ received: true }> {
    if (typeof body !== 'string' || !signature || signature.length > maxSignatureLength)
      throw new AppError('BAD_REQUEST', 'The webhook is not signed');
    await this.asks.ask('billing.stripe-webhook', { body, signature });
    return { received: true };
  }
}
