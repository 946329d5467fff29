import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { billingService } from './service';

runService(billingService, __dirname);
