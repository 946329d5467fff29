import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { gatewayService } from './service';

runService(gatewayService, __dirname);
