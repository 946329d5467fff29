import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { workflowEngineService } from './service';

runService(workflowEngineService, __dirname);
