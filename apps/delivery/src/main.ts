import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { deliveryService } from './service';

runService(deliveryService, __dirname);
