import { limits } from '../../limits.ts'
import type { refusals as english } from '../en/refusals.ts'
import { formatsOf } from '../formats.ts'
import { bookingRefusals } from './booking-refusals.ts'
import later from './later.json' with { type: 'json' }

const { formatMoney, formatCount } = formatsOf('es')

const rightNames = later.rights

export const refusals: typeof english = {
  mail_not_sent: ({ reason }) => `El servidor de correo no ha aceptado el correo: ${reason}.`,
  second_factor_required:
    'Aquí los administradores necesitan un segundo factor. Añádelo en tu perfil o inicia sesión con el tuyo.',
  user_not_found: 'Este usuario no existe.',
  session_not_found: 'Esta sesión ya ha terminado.',
  passkey_not_found: 'Esta llave de acceso no existe.',
  left_behind_not_found: 'Esto ya se ha conservado o eliminado.',
  verification_needed: `Antes, verifica tu correo. Sin verificar, una cuenta tiene como máximo ${formatCount(limits.madeUnverified)} dispositivos, otros tantos códigos, y ${limits.othersMadeUnverified} lotes, controladores y recursos de cada tipo.`,
  too_many_unverified:
    'Hoy las cuentas sin verificar de tu red han añadido demasiado. Verifica tu correo o inténtalo mañana.',
  too_many_mails_of_network:
    'Hoy se han enviado demasiados códigos desde tu red. Inténtalo mañana o desde otra red, como los datos móviles.',
  too_many_devices: `Una cuenta tiene como máximo ${formatCount(limits.devices)} dispositivos. Elimina antes algunos.`,
  too_many_codes: `Una cuenta tiene como máximo ${formatCount(limits.codes)} códigos prepago. No se emitió ninguno. Elimina antes algunos.`,
  too_many_batches: `Una cuenta tiene como máximo ${formatCount(limits.codeBatches)} lotes. Emite códigos sueltos.`,
  mail_needs_verified:
    'Antes, quien emite los códigos debe verificar su correo, porque los clientes lo ven en sus mensajes.',
  too_many_code_mails: `Tus clientes reciben como máximo ${formatCount(limits.codeMailsADay)} correos al día. No se ha cambiado nada. Inténtalo mañana o sin correos.`,
  not_a_guest: 'Esta ya es una cuenta completa.',
  guests_off: 'Aquí no se aceptan invitados. Inicia sesión o crea una cuenta.',
  no_role_for_guests: 'Un invitado no puede tener roles. Antes tiene que crear una cuenta.',
  too_many_guests:
    'Hoy han empezado demasiados invitados en tu red. Crea una cuenta o inténtalo mañana.',
  email_taken: 'Ya existe una cuenta con este correo.',
  last_admin: 'Es el último administrador. Antes, nombra administrador a otra persona.',
  last_admin_closes:
    'Eres el último administrador. Antes de cerrar tu cuenta, nombra administrador a otra persona.',
  card_money_pending:
    'Tu pago con tarjeta o tu reembolso aún se está procesando. Inténtalo de nuevo cuando termine.',
  second_factor_exists: 'Ya tienes un autenticador. Antes, desactívalo.',
  too_many_roles: 'Este usuario tiene el máximo de roles. Antes, quítale uno.',
  too_many_passkeys: 'Tienes el máximo de llaves de acceso. Antes, quita una.',
  wrong_credentials: 'El correo o la contraseña no son correctos.',
  second_factor_needed: 'Escribe el código de tu aplicación de autenticación.',
  factor_needed:
    'Confírmalo con tu llave de acceso, un código de tu aplicación de autenticación o un código de recuperación.',
  wrong_second_factor:
    'Este código no es correcto o ya se ha usado. Espera al siguiente o usa un código de recuperación.',
  passkey_not_accepted:
    'Esta llave de acceso no se ha aceptado. Inténtalo de nuevo o usa tu contraseña.',
  common_password: 'Es una de las contraseñas más comunes. Elige otra.',
  push_not_possible: 'No se pueden enviar notificaciones a este navegador.',
  too_many_waits: `Ya esperas ${limits.roomWaits} máquinas. Antes, deja de esperar una.`,
  queue_off: 'En esta sala no hay cola para estas máquinas.',
  room_closed: 'La sala está cerrada ahora. Inténtalo de nuevo cuando abra.',
  queue_full: `Esta cola está llena, con ${limits.queueLength} personas. Inténtalo más tarde.`,
  too_many_queues: `Ya estás en ${limits.queueEntries} colas. Antes, sal de una.`,
  too_many_guests_queue:
    'Demasiados invitados de tu red esperan o reservan una máquina. Inicia sesión con una cuenta o inténtalo más tarde.',
  holds_off: 'Esta máquina no se puede reservar. Ve y paga, o espera a que esté disponible.',
  device_not_available: 'Esta máquina no está disponible ahora y no se puede reservar.',
  others_in_line: 'Hay otras personas en la cola de esta máquina. Ponte en la cola.',
  one_hold_only: 'Ya tienes una máquina reservada. Antes, libérala.',
  ...bookingRefusals,
  hold_paused: ({ minutes }) =>
    `No usaste tu última reserva. Podrás reservar otra máquina en ${minutes} min.`,
  wrong_email_code: 'Este código no es correcto o ha caducado. Compruébalo o pide uno nuevo.',
  wrong_password: 'La contraseña actual no es correcta.',
  too_busy: ({ seconds }) =>
    `El servidor está muy ocupado. Inténtalo de nuevo en ${seconds} segundos.`,
  controller_not_found: 'Este controlador no existe.',
  link_not_found: 'Este dispositivo no tiene controlador. Conéctalo primero a uno.',
  test_not_found: 'Este arranque de prueba no existe.',
  too_many_simulated: `Una cuenta tiene como máximo ${limits.simulatedControllers} controladores simulados. Elimina uno primero o conecta tus propios controladores.`,
  too_many_controllers: `Una cuenta tiene como máximo ${limits.controllers} controladores. Elimina uno primero.`,
  no_broker:
    'Este servidor no tiene bróker MQTT y no llega a este controlador. Pide al administrador que configure MQTT_URL.',
  link_exists: 'Este dispositivo ya está conectado. Quita primero esa conexión.',
  channel_taken: 'Otro dispositivo usa este canal. Elige otro.',
  cycle_open: 'Hay un ciclo en marcha. Inténtalo de nuevo cuando haya terminado.',
  driver_cannot:
    'Este tipo de controlador solo acciona relés. Mide la potencia, pero no tiene entrada de ocupado.',
  too_long_for_controller: ({ minutes }) =>
    `El controlador de este dispositivo funciona como máximo ${minutes} minutos. Elige una duración más corta en cada programa, u otro controlador.`,
  price_not_in_coins: ({ below, above }) =>
    `Este precio no se puede pagar con monedas de este tipo. Los más cercanos posibles: ${[
      below,
      above,
    ]
      .filter((price) => price !== null)
      .map(formatMoney)
      .join(' o ')}.`,
  api_key_refused: 'Esta clave de API no existe, fue revocada o ha caducado.',
  api_key_not_found: 'Esta clave de API no existe o fue revocada.',
  too_many_api_keys: `Una cuenta tiene como máximo ${limits.apiKeys} claves de API activas. Revoca antes una.`,
  display_not_found: 'Esta pantalla no existe o fue revocada.',
  calendar_not_found: 'Este calendario no existe o se ha desactivado.',
  too_many_displays: `Una sala tiene como máximo ${limits.displaysOfRoom} pantallas. Revoca antes una.`,
  staff_changed:
    'Tus permisos en esta cuenta acaban de cambiar. No se hizo nada más. Inténtalo de nuevo.',
  all_places_only:
    'Trabajas para esta cuenta solo en algunos lugares. Esto requiere acceso a todos.',
  other_place:
    'Trabajas para esta cuenta solo en algunos lugares. Elige uno de ellos como ubicación.',
  not_staff: 'No trabajas para esta cuenta, o ya no.',
  staff_not_found: 'Esta persona no trabaja para ti, o ya no.',
  invitation_not_found:
    'Esta invitación no existe, ha caducado o es para otra dirección. Inicia sesión con la dirección invitada y verifícala.',
  staff_exists: 'Esta persona ya trabaja para ti o está invitada. Cambia su rol en la lista.',
  staff_is_yourself: 'Es tu propia dirección.',
  too_many_staff: `Una cuenta tiene como máximo ${limits.staff} personas, contando las invitadas. Quita antes a una.`,
  too_many_invitations_to_address: `Ya has enviado ${limits.invitationsToAddress} invitaciones a esta dirección en un día. Inténtalo mañana.`,
  too_many_invitations: `Una cuenta envía como máximo ${limits.invitationsADay} invitaciones al día. Inténtalo mañana.`,
  owner_chooses_landlord: 'Solo el titular de la cuenta puede nombrar a otro propietario.',
  right_missing: ({ right }) => `Necesitas el permiso «${rightNames[right]}» para esto.`,
  webhook_not_found: 'Este webhook no existe.',
  delivery_not_found: 'Este envío no existe.',
  too_many_webhooks: `Una cuenta tiene como máximo ${limits.webhooks} webhooks. Elimina antes uno.`,
  webhook_address_refused:
    'Un webhook necesita una dirección https pública, en el puerto 443 u 8443, sin usuario ni contraseña.',
  webhook_disabled: 'Este webhook está desactivado. Actívalo antes.',
  terms_changed: ({ price, minutes }) =>
    `Este dispositivo cuesta ahora ${formatMoney(price)} por ${minutes} minutos. Compruébalo y paga de nuevo.`,
  device_not_active: 'Este dispositivo no acepta pagos en este momento.',
  device_in_use:
    'Esta máquina está en uso. No se ha cobrado nada. Espera a que termine o elige otra.',
  held_for_another: ({ minutes, others }) =>
    [
      minutes === null
        ? 'Hay otras personas en la cola de esta máquina.'
        : `Esta máquina está reservada para otra persona durante ${minutes} min más.`,
      'No se ha cobrado nada.',
      others
        ? `Disponibles en la misma sala: ${others}.`
        : minutes === null
          ? 'Ponte en la cola o elige otra máquina.'
          : 'Espera o elige otra máquina.',
    ].join(' '),
  device_silent:
    'Esta máquina no responde. No se ha cobrado nada. Elige otra o inténtalo más tarde.',
  device_fault: 'Esta máquina avisa de un fallo. No se ha cobrado nada. Elige otra.',
  device_out_of_order: 'Esta máquina no funciona. No se ha cobrado nada. Elige otra.',
  device_changed:
    'La conexión de esta máquina acaba de cambiar. No se ha cobrado nada. Paga de nuevo si todavía la quieres.',
  cycle_starting: 'La máquina está arrancando. Inténtalo de nuevo en un minuto.',
  cycle_ended: 'Ya ha terminado.',
  cannot_be_stopped: 'Esta máquina no se puede parar desde aquí. Funciona hasta el final.',
  no_new_start: 'Este pago no tiene un nuevo arranque.',
  code_not_accepted: 'Este código no vale en este dispositivo. Compruébalo e inténtalo de nuevo.',
  code_disabled: 'Este código está desactivado. Pregunta a quien lo emitió.',
  code_balance_too_low: ({ balance, price }) =>
    `A este código le quedan ${formatMoney(balance)}; este dispositivo cuesta ${formatMoney(price)}.`,
  card_declined: 'La tarjeta fue rechazada. No se ha cobrado nada.',
  code_expired: 'Este código ha caducado. Pregunta a quien lo emitió.',
  code_deleted: 'El código con el que se pagó se ha eliminado, así que no se le puede reembolsar.',
  expiry_in_the_past: 'Un código solo puede caducar en el futuro. Para pararlo ahora, desactívalo.',
  balance_too_high: ({ max }) => `Un código puede tener como máximo ${formatMoney(max)}.`,
  batch_balance_too_high: ({ codes, max }) =>
    `Un código puede tener ${formatMoney(max)} como máximo, y ${codes === null ? 'algunos' : formatCount(codes)} de estos tendrían más. No se ha cambiado nada.`,
  balance_too_low: ({ balance }) =>
    balance === null
      ? 'A este código le queda menos. Escribe menos.'
      : `Puedes quitar hasta ${formatMoney(balance)}.`,
  refund_too_much: ({ left }) => {
    if (left === null) return 'A este pago le queda menos por reembolsar. Escribe un importe menor.'
    return left > 0
      ? `Puedes reembolsar hasta ${formatMoney(left)}.`
      : 'No queda nada por reembolsar.'
  },
  refund_elsewhere:
    'Este pago lo cobró otro procesador de tarjetas u otra cuenta, así que no se puede reembolsar aquí.',
  cards_off: 'Aquí no se aceptan tarjetas. Usa un código prepago.',
  top_ups_off: 'Este propietario no acepta recargas con tarjeta. Pregúntale.',
  top_up_needs_verification: 'Verifica antes tu correo.',
  business_details_need_verification: 'Verifica antes tu correo.',
  too_many_business_details: `Una cuenta puede cambiar sus datos fiscales ${limits.businessDetailsVersions} veces.`,
  top_up_amounts_differ: 'Ningún importe puede superar la recarga máxima, ni esta el saldo máximo.',
  top_up_too_large: ({ max }) =>
    `Puedes cargar hasta ${formatMoney(max)} de una vez en este código.`,
  top_up_too_full: ({ room }) => `Ahora puedes cargar hasta ${formatMoney(room)} en este código.`,
  card_amount_too_small: ({ minimum }) =>
    `Las tarjetas pagan ${formatMoney(minimum)} o más. Usa un código prepago.`,
  card_processor_lost: ({ seconds }) =>
    `No se puede conectar con el procesador de tarjetas. Inténtalo de nuevo en ${seconds} segundos.`,
  card_webhook_refused: 'El procesador de tarjetas no ha firmado este webhook.',
  invalid_input: 'Revisa los datos que has escrito.',
  malformed_json: 'El cuerpo de la petición no es JSON válido.',
  body_too_deep: `El cuerpo de la petición tiene más de ${limits.documentLevels} niveles de objetos y listas.`,
  bad_host: 'La cabecera Host, o el host que envía un proxy, no es válida.',
  malformed_http: 'La petición no es HTTP válido.',
  too_many_resources: `Una cuenta tiene como máximo ${limits.resources} recursos con ${limits.resourcesBytes / 2 ** 20} MB en total. Borra antes alguno.`,
  page_too_large: 'Estos recursos son demasiado grandes para una página. Usa un limit más pequeño.',
  request_too_slow: 'La petición ha tardado demasiado en llegar. Inténtalo de nuevo.',
  list_too_long: `Esta lista tiene más de ${limits.wholeListMax} filas. Pide una parte, por ejemplo ?page=1&limit=100.`,
  too_many_rows: `Coinciden más de ${limits.bulkRows} filas. Elige menos con la búsqueda y el filtro.`,
  period_too_long: 'Este período tiene demasiados datos. Elige uno más corto.',
  bulk_change_not_found: 'No tienes ese cambio, o es demasiado antiguo.',
  undo_too_late: `Un cambio se puede deshacer durante ${limits.undoSeconds} segundos.`,
  too_many_cards: `Hay más de ${limits.batchCodes} códigos elegidos. Imprime menos tarjetas a la vez.`,
  too_many_stickers: `Coinciden más de ${limits.stickers} dispositivos. Elige menos con la búsqueda y el tipo.`,
  id_is_fixed: 'El id de un recurso lo pone el servidor. Quita el campo id.',
  bad_idempotency_key:
    'La Idempotency-Key debe tener de 1 a 255 caracteres visibles y no solo puntos, como un UUID.',
  signed_out: 'Inicia sesión.',
  session_expired: 'La sesión ha caducado. Vuelve a iniciar sesión.',
  not_yours: 'Puedes ver esto, pero no cambiarlo.',
  account_only:
    'Un invitado no puede hacer esto. Crea antes una cuenta. Conservas todo lo que tienes.',
  admin_only: 'Solo un administrador puede hacer esto.',
  path_not_found: 'No hay nada en esta dirección.',
  method_not_allowed: 'Esta dirección no admite este método. La cabecera Allow dice cuáles admite.',
  device_not_found: 'Este dispositivo no existe.',
  place_not_found: 'No tienes dispositivos en este lugar.',
  sticker_not_found:
    'Ninguna máquina con este número acepta pagos. Comprueba el número de la pegatina o pregunta al operador.',
  batch_not_found: 'Este lote de códigos no existe.',
  code_not_found: 'Este código prepago no existe.',
  top_up_not_found: 'Esta recarga no existe.',
  transaction_not_found: 'Esta transacción no existe.',
  cycle_not_found:
    'Este pago solo lo ven quien pagó, el propietario de la máquina y los administradores.',
  report_not_found: 'Solo quien envió este aviso puede verlo.',
  photo_not_found: 'Esta foto no existe o no puedes verla.',
  case_not_found: 'Solo el operador puede ver los avisos de esta máquina.',
  case_done: 'Esto ya está resuelto. El próximo aviso lo abre de nuevo.',
  too_many_reports: `Puedes avisar de ${limits.reports} averías en un día. Inténtalo mañana.`,
  too_many_unpaid_reports:
    'Hoy ya avisaste de una máquina en la que nunca pagaste. Inténtalo mañana, o avisa de una en la que pagaste.',
  too_many_answers: `Un aviso tiene como máximo ${limits.reportAnswers} respuestas.`,
  photo_unreadable:
    'No es una foto JPEG, PNG o WebP legible. Elige otra o quítala. Guarda antes una foto HEIC como JPEG.',
  photo_has_too_many_pixels: `Una foto puede tener como máximo ${limits.photoPixels / 1_000_000} millones de píxeles (la mitad con 16 bits por color) y como máximo ${limits.photoSentSide} en cada lado. Elige una más pequeña o quítala.`,
  too_many_photos: `Tienes ${limits.photos} fotos guardadas. Quita esta y envía el aviso sin ella.`,
  too_many_photos_of_network:
    'Hoy se han enviado demasiadas fotos desde tu red. Quita esta y envía el aviso sin ella.',
  resource_not_found: 'Este recurso no existe.',
  code_taken: 'Este código ya está en uso. Elige otro o genera uno.',
  imported_code_taken: ({ row }) => `Otro usuario ya usa el código de la fila ${row + 1} de estas.`,
  device_number_taken: ({ other }) =>
    other
      ? `${other.label}, ${other.location}, ya tiene este número.`
      : 'Otro dispositivo del mismo dueño ya tiene este número.',
  batch_changed: ({ codes }) =>
    codes === null
      ? 'El número de códigos del lote ha cambiado. No se ha hecho nada.'
      : `El lote ha cambiado y ahora tiene ${formatCount(codes)} códigos. No se ha hecho nada. Compruébalo e inténtalo de nuevo.`,
  changed_meanwhile: 'Esto ha cambiado desde que lo abriste. Compara y vuelve a guardar.',
  started_meanwhile:
    'Ya se ha puesto en marcha, quizá por ti en otra pestaña. No se ha hecho nada. Compruébalo y decide de nuevo.',
  paid_already: ({ minutes, is_pending }) =>
    `${is_pending ? 'Tu pago con tarjeta en esta máquina aún no ha terminado: lo empezaste' : 'Pagaste esta máquina'} ${minutesAgo(minutes)}. Esta vez no se ha cobrado nada. ¿Quieres pagar otra vez, por más tiempo?`,
  money_moved_meanwhile:
    'Los importes han cambiado, quizá por ti en otra pestaña. No se ha hecho nada. Compruébalos y decide de nuevo.',
  export_running: 'Ya hay una exportación de tu cuenta en curso. Espera a que termine.',
  condition_failed: 'El archivo no cumple la condición de la petición.',
  range_not_found: 'El archivo no tiene el rango pedido.',
  body_too_large: 'La petición es demasiado grande.',
  not_json: 'Envía el cuerpo de la petición como application/json.',
  code_easy_to_guess: 'Este código es fácil de adivinar. Genera uno o elige un texto más largo.',
  code_looks_mistyped: 'Parece un código generado con una errata. Genera uno o elige otro texto.',
  idempotency_key_reused: 'Esta Idempotency-Key ya se usó para otra petición. Envía una nueva.',
  call_withdrawn: 'Esto se canceló antes de llegar. No se ha hecho nada.',
  too_many_attempts: ({ seconds }) =>
    `Demasiados intentos fallidos. Inténtalo de nuevo en ${seconds} segundos.`,
  too_many_requests: ({ seconds }) =>
    `Demasiadas peticiones. Inténtalo de nuevo en ${seconds} segundos.`,
  internal_error: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
  database_lost: ({ seconds }) =>
    `El servicio no puede conectar con su base de datos. Inténtalo de nuevo en ${seconds} segundos.`,
  not_ready:
    'El servicio está arrancando o deteniéndose, o no puede conectar con su base de datos.',
}

function minutesAgo(minutes: number): string {
  if (minutes < 1) return 'hace un momento'
  return minutes === 1 ? 'hace 1 minuto' : `hace ${minutes} minutos`
}
