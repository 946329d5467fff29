import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { VerifyAddress, type AddressReport } from '@waybill/contracts/domains/verify-address';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access } from '../access/route/access';
import { success, type Success } from '../edge/success';
import { valid } from '../edge/valid';

/** Longer than two attempts of a DNS query. */
const verifyTimeout = { timeout: 10_000 };

/** `/v1/verify`: what can be said of an address without writing to it. */
@Controller('v1/verify')
export class VerifyController {
  constructor(private readonly asks: AskClient) {}

  @Post()
  @HttpCode(200)
  @Access('secret-key')
  async verify(@Body(valid(VerifyAddress)) { email }: VerifyAddress): Promise<Success<AddressReport>> {
    const asked = { email: normalizeEmail(email) ?? email };
    return success(await this.asks.ask('domain-verifier.verify-address', asked, verifyTimeout));
  }
}
