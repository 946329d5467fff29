import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { domainVerifierService } from './service';

runService(domainVerifierService, __dirname);
