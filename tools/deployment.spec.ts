import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, serviceSettings, type Settings } from '@waybill/bootstrap/config';
import { schemaOf, type ServiceName } from '@waybill/bootstrap/service-definition';
import { heapLimit, memoryFlags, runScript } from './stack/process/memory';
import { billingSettings } from '../apps/billing/src/config';
import { contactsSettings } from '../apps/contacts/src/config';
import { deliverySettings } from '../apps/delivery/src/config';
import { domainVerifierSettings } from '../apps/domain-verifier/src/config';
import { gatewaySettings } from '../apps/gateway/src/config';
import { segmentsSettings } from '../apps/segments/src/config';
import { workflowEngineSettings } from '../apps/workflow-engine/src/config';

const root = join(__dirname, '..');
const services = Object.keys(schemaOf) as ServiceName[];
const load = (file: string): any => parse(readFileSync(join(root, file), 'utf8'), { merge: true });
const loadAll = (file: string): any[] =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => document.toJS());
const settingsOf: Record<ServiceName, Settings> = {
  gateway: gatewaySettings,
  contacts: contactsSettings,
  delivery: deliverySettings,
  'workflow-engine': workflowEngineSettings,
  segments: segmentsSettings,
  billing: billingSettings,
  'domain-verifier': domainVerifierSettings,
};
/** Reads what a service is given as the service does: throws for a missing or wrong value, and answers the unknown names. */
function unknownOf(service: ServiceName, env: Record<string, string>): string[] {
  const settings = { ...serviceSettings, ...settingsOf[service] };
  readConfig(settings, env);
  return Object.keys(env).filter((name) => !(name in settings));
}
const podOf = (service: string): any => load(`k8s/base/${service}/deployment.yaml`).spec.template.spec;
const envOf = ({ env = [] }: any): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value }: any) => [name, value]));
const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8').replaceAll('\\\n', '');
/** Lines of the Dockerfile, stage by stage. */
const stages = dockerfile.split(/^(?=FROM )/m).map((stage) => stage.split('\n'));
const image = Object.fromEntries(
  [...dockerfile.match(/^ENV (.*)$/m)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>;

describe('what is deployed', () => {
  it('has a folder for every service and for nothing else', () => {
    const apps = readdirSync(join(root, 'apps')).filter((name) => !['cli', 'dashboard', 'e2e'].includes(name));
    expect(apps.sort()).toEqual([...services].sort());
    expect(load('k8s/base/kustomization.yaml').resources).toEqual([...services, 'network-policy.yaml']);
  });

  it.each(services)('runs %s on Kubernetes with probes on its operations port and no rights to spare', (service) => {
    const pod = podOf(service);
    const [container] = pod.containers;
    const portOf = (name: string) => String(container.ports.find((port: any) => port.name === name)?.containerPort);
    const env = envOf(container);
    expect(container.image).toBe(`waybill/${service}`);
    expect(portOf('ops')).toBe(env['OPS_PORT']);
    expect(portOf('http')).toBe(String(env['PORT']));
    const pause = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(env['DRAIN_SECONDS']) + pause);
    expect(container.startupProbe.httpGet).toEqual({ path: '/health/ready', port: 'ops' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'ops' });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'ops' });
    for (const { securityContext, resources } of [container, ...pod.initContainers]) {
      expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
      expect(resources.limits.memory).toBeDefined();
    }
    expect(pod.securityContext.runAsNonRoot).toBe(true);
  });

  it.each(services)('gives %s a Service and a disruption budget that choose its pods', (service) => {
    const labels = load(`k8s/base/${service}/kustomization.yaml`).labels[0];
    const budget = load(`k8s/base/${service}/disruption-budget.yaml`);
    const ports = load(`k8s/base/${service}/service.yaml`).spec.ports.map((port: any) => port.targetPort);
    expect(labels.pairs['app.kubernetes.io/name']).toBe(service);
    expect(budget.spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': service });
    expect(ports).toEqual(service === 'gateway' ? ['http', 'ops'] : ['ops']);
  });

  it('lets customers reach the gateway only', () => {
    const [all, gateway] = loadAll('k8s/base/network-policy.yaml');
    expect(all.spec.ingress).toEqual([{ from: [{ podSelector: {} }], ports: [{ port: 9090 }] }]);
    expect(gateway.spec.podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'gateway' });
    expect(gateway.spec.ingress).toEqual([{ ports: [{ port: 3000 }] }]);
  });

  it('runs every service in compose, with the stores it needs and one public port on loopback', () => {
    const compose = load('docker/compose.yaml');
    expect(Object.keys(compose.services).sort()).toEqual([...services, 'nats', 'postgres'].sort());
    for (const service of services) {
      const { build, environment, ports, stop_grace_period } = compose.services[service];
      expect(build.args).toEqual({ SERVICE: service });
      expect(Number.parseInt(stop_grace_period)).toBeGreaterThan(serviceSettings.DRAIN_SECONDS.fallback!);
      expect(environment).toMatchObject({ NATS_URL: 'nats://nats:4222', OPS_PORT: '9090' });
      expect(ports).toEqual(service === 'gateway' ? ['127.0.0.1:3000:3000'] : undefined);
    }
  });

  it.each(services)(
    'gives %s the settings that it needs, each known and good, in compose and on Kubernetes',
    (service) => {
      const { environment } = load('docker/compose.yaml').services[service];
      const given = JSON.parse(JSON.stringify(environment).replace(/\$\{\w+(?::[?-]([^}]*))?\}/g, '$1'));
      expect(unknownOf(service, given)).toEqual([]);
      const added = load('k8s/overlays/example/kustomization.yaml').configMapGenerator.find(
        ({ name }: any) => name === `waybill-${service}`,
      );
      const pairs = (added?.literals ?? []).map((pair: string) => [
        pair.split('=')[0],
        pair.slice(pair.indexOf('=') + 1),
      ]);
      const secret = { DATABASE_URL: 'postgres://a:b@c:5432/d', NATS_URL: 'nats://a:4222' };
      const [container] = podOf(service).containers;
      expect(unknownOf(service, { ...secret, ...Object.fromEntries(pairs), ...envOf(container) })).toEqual([]);
      expect(container.envFrom).toContainEqual({ secretRef: { name: `waybill-${service}` } });
    },
  );

  it('keeps pictures: on a volume that the image lets the service write, or, where no folder is shared, in a bucket', () => {
    const folder = image['UPLOAD_DIR'];
    expect(dockerfile).toContain(`RUN install -d -o node -g node ${folder}\n`);
    const { services: composed, volumes } = load('docker/compose.yaml');
    expect(composed.gateway.volumes).toEqual([`uploads:${folder}`]);
    expect(Object.keys(volumes)).toContain('uploads');
    const [example] = load('k8s/overlays/example/kustomization.yaml').configMapGenerator.filter(
      ({ name }: any) => name === 'waybill-gateway',
    );
    expect(example.literals.join()).toContain('S3_BUCKET=');
  });

  it('copies into the image only what is there and what .dockerignore lets through, for the Node of the lockfile', () => {
    const passed = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    expect(sources).toEqual(expect.arrayContaining(['package-lock.json', 'apps', 'libs', 'tools', 'LICENSE']));
    expect(sources.filter((name) => !existsSync(join(root, name)) || !passed.includes(`!${name}`))).toEqual([]);
    const [major] = load('package.json').devDependencies.node.split('.');
    expect([...dockerfile.matchAll(/node:(\d+)-slim/g)].map(([, version]) => version)).toEqual([major, major]);
    expect(Object.keys(image).filter((name) => !(name in { ...serviceSettings, ...gatewaySettings }))).toEqual([
      'NODE_ENV',
    ]);
    expect(stages.at(-1)).toEqual(
      expect.arrayContaining(['USER node', `EXPOSE ${image['PORT']} ${image['OPS_PORT']}`]),
    );
  });

  it('installs packages once for the images of all services', () => {
    for (const lines of stages) {
      const named = lines.indexOf('ARG SERVICE');
      if (named < 0) continue;
      expect(lines.slice(named).filter((line) => /npm|node_modules/.test(line))).toEqual([]);
    }
  });

  it('waits in compose for the database itself, not for the server that only makes it, which takes no connections', () => {
    const { healthcheck } = load('docker/compose.yaml').services.postgres;
    expect(healthcheck.test[1]).toMatch(/^pg_isready -h 127\.0\.0\.1 /);
  });

  it('starts every container with the memory that its service may take, and nothing else does', () => {
    expect(dockerfile).toMatch(/^ENTRYPOINT \["sh", "run\.sh"\]$/m);
    const compose = load('docker/compose.yaml');
    for (const service of services) {
      expect(compose.services[service]).toMatchObject({
        init: true,
        entrypoint: ['sh', '-c', 'sh run.sh migrate && exec sh run.sh'],
      });
      const { containers, initContainers } = podOf(service);
      // An image decides for itself: a command of its own would start it with another memory.
      for (const { command, env = [] } of [...containers, ...initContainers]) {
        expect(command).toBeUndefined();
        expect(env.map(({ name }: any) => name)).not.toContain('NODE_OPTIONS');
      }
    }
  });

  it.each(services)('leaves %s room below the limit of its container beside a full heap', (service) => {
    const megabytes = (limit: string): number => Number(/^(\d+)(Mi|m)$/.exec(limit)![1]);
    const { resources } = podOf(service).containers[0];
    const besides = 64;
    expect(heapLimit(service) + besides).toBeLessThanOrEqual(megabytes(resources.limits.memory));
    expect(heapLimit(service) + besides).toBeLessThanOrEqual(
      megabytes(load('docker/compose.yaml').services[service].mem_limit),
    );
  });

  it.each(services)('runs %s by a script, in its own process, with its arguments', async (service) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-run-'));
    try {
      const tell = `const { heap_size_limit } = require('node:v8').getHeapStatistics();
        console.log(JSON.stringify([process.pid, process.execArgv, process.argv.slice(2), heap_size_limit / 2 ** 20]));`;
      writeFileSync(join(folder, 'main.js'), tell);
      writeFileSync(join(folder, 'run.sh'), runScript(service));
      const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
      const child = spawn('sh', [join(folder, 'run.sh'), 'migrate', 'a b'], { env: { PATH: path }, cwd: '/' });
      const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      const [pid, flags, words, limit] = JSON.parse(output);
      expect([pid, flags, words]).toEqual([child.pid, memoryFlags(service), ['migrate', 'a b']]);
      expect(Math.abs(limit - heapLimit(service))).toBeLessThan(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps secrets out of the manifests', () => {
    const files = readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.yaml'),
    );
    const kinds = files.flatMap((file) => loadAll(join('k8s', file)).map((document) => document.kind));
    expect(kinds).not.toContain('Secret');
  });
});
