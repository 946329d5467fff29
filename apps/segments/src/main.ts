import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { segmentsService } from './service';

runService(segmentsService, __dirname);
