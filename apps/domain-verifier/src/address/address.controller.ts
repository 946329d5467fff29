import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { AddressReport, VerifyAddress } from '@waybill/contracts/domains/verify-address';
import { AddressService } from './address.service';

@Controller()
export class AddressController {
  constructor(private readonly addresses: AddressService) {}

  @MessagePattern(askSubject('domain-verifier.verify-address'))
  verify(@Payload() { email }: VerifyAddress): Promise<AddressReport> {
    return this.addresses.report(email);
  }
}
