/** The configuration files of a Postgres that fails over by itself: Patroni for each server, HAProxy in front. */

import { dirname } from 'node:path';

/** Where one Postgres server lies. */
export interface PostgresNode {
  name: string;
  /** Made by Patroni, in a folder that its user may write. */
  dataDir: string;
  port: number;
  /** Port of Patroni's HTTP interface, which says whether this server is the primary. */
  restPort: number;
}

export interface ClusterPlan {
  /** `host:port` of each etcd server. */
  etcdHosts: string[];
  binDir: string;
  password: string;
  /** Connections of one server. */
  maxConnections: number;
}

/** Seconds after which a primary that is lost is replaced. Patroni takes no less. */
export const leaseSeconds = 20;

const host = '127.0.0.1';

/** YAML reads JSON. */
export function patroniConfig(
  node: PostgresNode,
  { etcdHosts, binDir, password, maxConnections }: ClusterPlan,
): string {
  const address = `${host}:${node.port}`;
  const login = (username: string) => ({ username, password });
  const parameters = {
    max_connections: maxConnections,
    shared_buffers: '128MB',
    wal_level: 'replica',
    hot_standby: 'on',
    max_wal_senders: 5,
    max_replication_slots: 5,
    wal_log_hints: 'on',
    password_encryption: 'scram-sha-256',
  };
  return JSON.stringify({
    scope: 'rehearsal',
    name: node.name,
    restapi: { listen: `${host}:${node.restPort}`, connect_address: `${host}:${node.restPort}` },
    etcd3: { hosts: etcdHosts.join(',') },
    bootstrap: {
      dcs: {
        ttl: leaseSeconds,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [`host all all ${host}/32 scram-sha-256`, `host replication all ${host}/32 scram-sha-256`],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: node.dataDir,
      bin_dir: binDir,
      pgpass: `${node.dataDir}.pgpass`,
      authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewinder') },
      parameters: { unix_socket_directories: dirname(node.dataDir) },
    },
  });
}

/** One address that leads to the primary, and closes what leads to a server that is it no more. */
export function haproxyConfig(port: number, nodes: PostgresNode[]): string {
  const servers = nodes.map((node) => `  server ${node.name} ${host}:${node.port} check port ${node.restPort}`);
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind ${host}:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
