import { paths } from '../../shared/navigation/paths.ts'

/** English and Spanish words that find a page besides its label, whatever the language of the screen. */
const wordsOfPages: Record<string, string> = {
  [paths.dashboard]: 'dashboard home overview panel inicio resumen',
  [paths.devices]: 'devices machines dispositivos máquinas',
  [paths.controllers]: 'controllers relays controladores relés',
  [paths.reportCases]: 'reports problems faults avisos averías',
  [paths.revenue]: 'revenue income ingresos',
  [paths.transactions]: 'transactions history refunds transacciones historial reembolsos',
  [paths.payments]: 'payments pay pagos pagar',
  [paths.prepaidCodes]: 'prepaid codes balance códigos prepago saldo',
  [paths.codeBatches]: 'batches of codes cards lotes de códigos tarjetas',
  [paths.profile]:
    'profile account name email password passkeys two-factor notifications sessions data export close account perfil cuenta nombre correo contraseña llaves de acceso segundo factor notificaciones sesiones datos exportar cerrar',
  [paths.settings]: 'settings configuration business ajustes configuración negocio',
  [paths.staff]:
    'settings staff team roles invite employees ajustes personal equipo invitar empleados',
  [paths.topUpSettings]: 'settings top-ups by card recharge ajustes recargas con tarjeta',
  [paths.webhooks]: 'settings webhooks events developers ajustes eventos desarrolladores',
  [paths.apiKeys]: 'settings api keys tokens developers ajustes claves de api desarrolladores',
  [paths.adminUsers]: 'users accounts usuarios cuentas',
  [paths.adminPrepaidCodes]: 'all prepaid codes todos los códigos prepago',
  [paths.adminAudit]: 'audit trail log registro de actividad auditoría',
  [paths.adminCardPayments]: 'card payments stripe pagos con tarjeta',
  [paths.adminSystem]: 'system health backups sistema estado copias',
  [paths.help]: 'help guide manual ayuda guía',
  [paths.helpPage('landlords')]:
    'help guide landlords wire label issue codes refund answer reports staff ayuda guía propietarios conectar etiquetar emitir códigos reembolsar responder avisos personal',
  [paths.helpPage('tenants')]:
    'help guide tenants pay top up report a problem ayuda guía inquilinos pagar recargar avisar de un problema',
  [paths.helpPage('operators')]:
    'help guide operators install update restore ayuda guía instalar actualizar restaurar',
  [paths.helpPage('operating')]:
    'help running coinless install update backup restore ayuda instalar actualizar copias restaurar',
  [paths.helpPage('scaling')]:
    'help scaling several servers failover ayuda escalar varios servidores',
  [paths.helpPage('relays')]: 'help wire shelly relays ayuda conectar relés',
  [paths.helpPage('mqtt')]: 'help shelly tasmota mqtt broker ayuda',
  [paths.helpPage('agent')]: 'help agent computer gpio ayuda agente ordenador',
}

export function wordsOf(address: string): string {
  return wordsOfPages[address] ?? ''
}
