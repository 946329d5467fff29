import { Module } from '@nestjs/common';
import { DomainController } from './domain/domain.controller';
import { DomainService } from './domain/domain.service';

/** Owns sending domains. */
@Module({ controllers: [DomainController], providers: [DomainService] })
export class DomainVerifierModule {}
