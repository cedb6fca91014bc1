/**
 * EventCounter providers of the runtime and the frameworks on it. No runtime lists its EventCounter providers and a
 * wildcard delivers none, so these are asked for in every counter session; only those that answer are shown. Asking for
 * one that is not there costs the target nothing. Others are added by name and remembered per application.
 */
export const knownCounterProviders: readonly string[] = [
  'System.Runtime',
  'Microsoft.AspNetCore.Hosting',
  'Microsoft-AspNetCore-Server-Kestrel',
  'Microsoft.AspNetCore.Http.Connections',
  'System.Net.Http',
  'System.Net.NameResolution',
  'System.Net.Security',
  'System.Net.Sockets',
  'Microsoft.EntityFrameworkCore',
  'Microsoft.Data.SqlClient.EventSource',
  'Grpc.AspNetCore.Server',
  'Grpc.Net.Client',
  'Npgsql',
]
