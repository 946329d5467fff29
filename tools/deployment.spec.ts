import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse, parseAllDocuments } from 'yaml';
import { serviceSettings } from '@waybill/bootstrap/config';
import { schemaOf } from '@waybill/bootstrap/service-definition';
import { heapLimit, memoryFlags, runScript } from './stack/memory';
import { gatewaySettings } from '../apps/gateway/src/config';

const root = join(__dirname, '..');
const services = Object.keys(schemaOf);
const load = (file: string): any => parse(readFileSync(join(root, file), 'utf8'), { merge: true });
const loadAll = (file: string): any[] =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => document.toJS());
const settings = new Set(Object.keys({ ...serviceSettings, ...gatewaySettings }));

describe('what is deployed', () => {
  it('has a folder for every service and for nothing else', () => {
    const apps = readdirSync(join(root, 'apps')).filter((name) => name !== 'e2e');
    expect(apps.sort()).toEqual([...services].sort());
    expect(load('k8s/base/kustomization.yaml').resources).toEqual([...services, 'network-policy.yaml']);
  });

  it.each(services)('runs %s on Kubernetes with probes on its operations port and no rights to spare', (service) => {
    const deployment = load(`k8s/base/${service}/deployment.yaml`);
    const pod = deployment.spec.template.spec;
    const [container] = pod.containers;
    const ops = container.ports.find((port: any) => port.name === 'ops');
    const env = Object.fromEntries(container.env.map(({ name, value }: any) => [name, value]));
    expect(container.image).toBe(`waybill/${service}`);
    expect(env.OPS_PORT).toBe(String(ops.containerPort));
    expect(Object.keys(env).filter((name) => !settings.has(name))).toEqual([]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(env.DRAIN_SECONDS));
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
    const ports = load(`k8s/base/${service}/service.yaml`).spec.ports.map((port: any) => port.name);
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
      const { build, environment, ports } = compose.services[service];
      expect(build.args).toEqual({ SERVICE: service });
      expect(environment).toMatchObject({ NATS_URL: 'nats://nats:4222', OPS_PORT: '9090' });
      expect(ports).toEqual(service === 'gateway' ? ['127.0.0.1:3000:3000'] : undefined);
    }
  });

  it('starts every container with the memory that its service may take, and nothing else does', () => {
    const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^ENTRYPOINT \["sh", "run\.sh"\]$/m);
    const compose = load('docker/compose.yaml');
    for (const service of services) {
      expect(compose.services[service].entrypoint).toEqual(['sh', '-c', 'sh run.sh migrate && exec sh run.sh']);
      const { containers, initContainers } = load(`k8s/base/${service}/deployment.yaml`).spec.template.spec;
      // An image decides for itself: a command of its own would start it with another memory.
      for (const { command, env = [] } of [...containers, ...initContainers]) {
        expect(command).toBeUndefined();
        expect(env.map(({ name }: any) => name)).not.toContain('NODE_OPTIONS');
      }
    }
  });

  it.each(services)('leaves %s room below the limit of its container beside a full heap', (service) => {
    const megabytes = (limit: string): number => Number(/^(\d+)(Mi|m)$/.exec(limit)![1]);
    const { resources } = load(`k8s/base/${service}/deployment.yaml`).spec.template.spec.containers[0];
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
