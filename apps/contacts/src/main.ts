import 'reflect-metadata';
import { runService } from '@waybill/bootstrap/run-service';
import { contactsService } from './service';

runService(contactsService, __dirname);
