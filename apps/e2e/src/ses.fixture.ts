import { FakeSes } from '@waybill/testing/fake/fake-ses';
import { SnsSigner } from '@waybill/testing/fake/sns-signer';
import { System } from '@waybill/testing/system';
import { Bus } from './bus';
import { Customer } from './customer';
import { Reports, snsSettings } from './reports';

/** A system that sends through Amazon SES and hears from it through SNS, both on loopback, with a customer. */
export class SesFixture {
  readonly reports: Reports;

  private constructor(
    readonly ses: FakeSes,
    readonly sns: SnsSigner,
    readonly system: System,
    readonly customer: Customer,
    readonly bus: Bus,
  ) {
    this.reports = new Reports(system, sns, ses);
  }

  static async start(): Promise<SesFixture> {
    const [ses, sns] = await Promise.all([FakeSes.start(), SnsSigner.start()]);
    const env = {
      EMAIL_PROVIDER: 'ses',
      SES_ENDPOINT: ses.url,
      SES_CONFIGURATION_SET: 'waybill-events',
      SES_CONFIGURATION_SET_NO_TRACKING: 'waybill-untracked',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    };
    const system = await System.start({ env: { delivery: env, gateway: snsSettings(sns) } });
    return new SesFixture(ses, sns, system, await Customer.join(system), await Bus.listen(system));
  }

  async stop(): Promise<void> {
    await this.bus.close();
    await this.system.stop();
    await Promise.all([this.ses.stop(), this.sns.stop()]);
  }
}
