import { limits } from '../../limits.ts'
import type { refusals as english } from '../en/refusals.ts'
import { formatsOf } from '../formats.ts'
import { bookingRefusals } from './booking-refusals.ts'
import later from './later.json' with { type: 'json' }

const { formatMoney, formatCount } = formatsOf('pt')

const rightNames = later.rights

export const refusals: typeof english = {
  mail_not_sent: ({ reason }) => `O servidor de e-mail não aceitou a mensagem: ${reason}.`,
  second_factor_required:
    'Aqui os administradores precisam de um segundo fator. Adicione um no seu perfil ou entre com o seu.',
  user_not_found: 'Este usuário não existe.',
  session_not_found: 'Esta sessão já terminou.',
  passkey_not_found: 'Esta chave de acesso não existe.',
  left_behind_not_found: 'Este item já foi mantido ou removido.',
  verification_needed: `Confirme antes o seu e-mail. Sem isso, uma conta tem no máximo ${formatCount(limits.madeUnverified)} equipamentos, o mesmo número de códigos e ${limits.othersMadeUnverified} lotes, controladores e recursos de cada tipo.`,
  too_many_unverified:
    'Contas não confirmadas da sua rede adicionaram itens demais hoje. Confirme seu e-mail ou tente de novo amanhã.',
  too_many_mails_of_network:
    'Hoje já foram pedidos códigos demais por e-mail na sua rede. Tente de novo amanhã ou em outra rede, como os dados móveis.',
  too_many_devices: `Uma conta tem no máximo ${formatCount(limits.devices)} equipamentos. Exclua alguns antes.`,
  too_many_codes: `Uma conta tem no máximo ${formatCount(limits.codes)} códigos pré-pagos. Nenhum código foi emitido. Exclua alguns antes.`,
  too_many_batches: `Uma conta tem no máximo ${formatCount(limits.codeBatches)} lotes. Emita códigos avulsos.`,
  mail_needs_verified:
    'Quem emite precisa confirmar antes o próprio e-mail, porque as mensagens aos clientes o mostram.',
  too_many_code_mails: `Seus clientes recebem no máximo ${formatCount(limits.codeMailsADay)} e-mails por dia. Nada foi alterado. Tente de novo amanhã ou sem e-mails.`,
  not_a_guest: 'Esta já é uma conta completa.',
  guests_off: 'Visitantes não são aceitos aqui. Entre ou crie uma conta.',
  no_role_for_guests: 'Um visitante não pode ter funções. Ele precisa criar uma conta antes.',
  too_many_guests:
    'Hoje, muitas pessoas já entraram como visitante na sua rede. Crie uma conta ou tente de novo amanhã.',
  email_taken: 'Já existe uma conta com este e-mail.',
  last_admin: 'Este é o último administrador. Torne outro usuário administrador antes.',
  last_admin_closes:
    'Você é o último administrador. Torne outro usuário administrador antes de encerrar sua conta.',
  card_money_pending:
    'Seu pagamento com cartão ou reembolso ainda está em processamento. Tente de novo quando terminar.',
  second_factor_exists: 'Você já tem um autenticador. Desative-o antes.',
  too_many_roles: 'Este usuário tem o número máximo de funções. Remova uma antes.',
  too_many_passkeys: 'Você tem o número máximo de chaves de acesso. Remova uma antes.',
  wrong_credentials: 'E-mail ou senha incorretos.',
  second_factor_needed: 'Digite o código do seu app autenticador.',
  factor_needed:
    'Confirme com sua chave de acesso, um código do app autenticador ou um código de recuperação.',
  wrong_second_factor:
    'Este código está incorreto ou já foi usado. Espere o próximo ou use um código de recuperação.',
  passkey_not_accepted: 'Esta chave de acesso não foi aceita. Tente de novo ou use sua senha.',
  common_password: 'Esta é uma das senhas mais comuns. Escolha outra.',
  push_not_possible: 'Não é possível enviar notificações para este navegador.',
  too_many_waits: `Você já espera por ${limits.roomWaits} máquinas. Pare de esperar por uma antes.`,
  queue_off: 'Esta sala não tem fila para estas máquinas.',
  room_closed: 'A sala está fechada agora. Tente de novo quando ela abrir.',
  queue_full: `Esta fila está cheia, com ${limits.queueLength} pessoas. Tente mais tarde.`,
  too_many_queues: `Você já está em ${limits.queueEntries} filas. Saia de uma primeiro.`,
  too_many_guests_queue:
    'Convidados demais da sua rede esperam ou reservam uma máquina. Entre com uma conta ou tente mais tarde.',
  holds_off:
    'Esta máquina não pode ser reservada. Vá até ela e pague, ou espere até ficar disponível.',
  device_not_available: 'Esta máquina não está disponível agora e não pode ser reservada.',
  others_in_line: 'Há outras pessoas na fila desta máquina. Entre na fila.',
  one_hold_only: 'Você já reservou uma máquina. Libere-a primeiro.',
  ...bookingRefusals,
  hold_paused: ({ minutes }) =>
    `Você não usou sua última reserva. Poderá reservar de novo em ${minutes} min.`,
  wrong_email_code: 'Este código está incorreto ou expirou. Confira ou peça um novo.',
  wrong_password: 'A senha atual está incorreta.',
  too_busy: ({ seconds }) =>
    `O servidor está muito ocupado no momento. Tente de novo em ${seconds} segundos.`,
  controller_not_found: 'Este controlador não existe.',
  link_not_found: 'Nenhum controlador está vinculado a este equipamento. Vincule um antes.',
  test_not_found: 'Este teste não existe.',
  too_many_simulated: `Uma conta tem no máximo ${limits.simulatedControllers} controladores simulados. Exclua um antes ou conecte seus próprios controladores.`,
  too_many_controllers: `Uma conta tem no máximo ${limits.controllers} controladores. Exclua um antes.`,
  no_broker:
    'Este servidor não tem broker MQTT e, por isso, não consegue acessar este controlador. Peça ao administrador para definir MQTT_URL.',
  link_exists: 'Este equipamento já está vinculado. Remova o vínculo antes.',
  channel_taken: 'Outro equipamento usa este canal. Escolha outro.',
  cycle_open: 'Há um ciclo em andamento. Tente de novo quando ele terminar.',
  driver_cannot:
    'Este tipo de controlador só aciona relés. Ele mede o consumo, mas não tem entrada de ocupado.',
  too_long_for_controller: ({ minutes }) =>
    `O controlador deste equipamento funciona por no máximo ${minutes} minutos. Escolha uma duração menor para cada programa ou outro controlador.`,
  price_not_in_coins: ({ below, above }) =>
    `Moedas deste tipo não formam este preço. Os mais próximos possíveis: ${[below, above]
      .filter((price) => price !== null)
      .map(formatMoney)
      .join(' ou ')}.`,
  api_key_refused: 'Esta chave de API não existe, foi revogada ou expirou.',
  api_key_not_found: 'Esta chave de API não existe ou foi revogada.',
  too_many_api_keys: `Uma conta tem no máximo ${limits.apiKeys} chaves de API ativas. Revogue uma antes.`,
  display_not_found: 'Esta tela não existe ou foi revogada.',
  calendar_not_found: 'Este calendário não existe ou foi desativado.',
  too_many_displays: `Uma sala tem no máximo ${limits.displaysOfRoom} telas. Revogue uma antes.`,
  staff_changed:
    'Suas permissões nesta conta acabaram de mudar. Nada mais foi feito. Tente de novo.',
  all_places_only:
    'Você trabalha para esta conta só em alguns locais. Isto exige acesso a todos eles.',
  other_place: 'Você trabalha para esta conta só em alguns locais. Escolha um deles como local.',
  not_staff: 'Você não trabalha, ou não trabalha mais, para esta conta.',
  staff_not_found: 'Esta pessoa não trabalha, ou não trabalha mais, para você.',
  invitation_not_found:
    'Este convite não existe, expirou ou é para outro e-mail. Entre com o e-mail convidado e confirme-o.',
  staff_exists:
    'Esta pessoa já trabalha para você ou já foi convidada. Altere a função dela na lista.',
  staff_is_yourself: 'Este é o seu próprio e-mail.',
  too_many_staff: `Uma conta tem no máximo ${limits.staff} pessoas, incluindo as convidadas. Remova uma antes.`,
  too_many_invitations_to_address: `Você enviou ${limits.invitationsToAddress} convites a este e-mail em um dia. Tente de novo amanhã.`,
  too_many_invitations: `Uma conta envia no máximo ${limits.invitationsADay} convites por dia. Tente de novo amanhã.`,
  owner_chooses_landlord: 'Só o titular da conta pode indicar outro proprietário.',
  right_missing: ({ right }) => `Você precisa da permissão “${rightNames[right]}” para isto.`,
  webhook_not_found: 'Este webhook não existe.',
  delivery_not_found: 'Esta entrega não existe.',
  too_many_webhooks: `Uma conta tem no máximo ${limits.webhooks} webhooks. Exclua um antes.`,
  webhook_address_refused:
    'Um webhook precisa de um endereço https público, na porta 443 ou 8443, sem usuário e senha.',
  webhook_disabled: 'Este webhook está desativado. Ative-o antes.',
  terms_changed: ({ price, minutes }) =>
    `Este equipamento agora custa ${formatMoney(price)} por ${minutes} minutos. Confira e pague de novo.`,
  device_not_active: 'Este equipamento não aceita pagamentos no momento.',
  device_in_use:
    'Esta máquina está em uso. Nada foi cobrado. Espere ela terminar ou escolha outra.',
  held_for_another: ({ minutes, others }) =>
    [
      minutes === null
        ? 'Há outras pessoas na fila desta máquina.'
        : `Esta máquina está reservada para outra pessoa por mais ${minutes} min.`,
      'Nada foi cobrado.',
      others
        ? `Disponíveis na mesma sala: ${others}.`
        : minutes === null
          ? 'Entre na fila ou escolha outra máquina.'
          : 'Espere ou escolha outra máquina.',
    ].join(' '),
  device_silent:
    'Esta máquina não responde. Nada foi cobrado. Escolha outra ou tente de novo mais tarde.',
  device_fault: 'Esta máquina informa uma falha. Nada foi cobrado. Escolha outra.',
  device_out_of_order: 'Esta máquina está fora de serviço. Nada foi cobrado. Escolha outra.',
  device_changed:
    'A conexão desta máquina acabou de mudar. Nada foi cobrado. Pague de novo se ainda quiser usá-la.',
  cycle_starting: 'A máquina está ligando. Tente de novo em um minuto.',
  cycle_ended: 'O ciclo já terminou.',
  cannot_be_stopped: 'Não é possível parar esta máquina por aqui. Ela funciona até o fim.',
  no_new_start: 'Com este pagamento não é possível ligar de novo.',
  code_not_accepted: 'Este código não vale neste equipamento. Confira o código e tente de novo.',
  code_disabled: 'Este código está desativado. Fale com quem o emitiu.',
  code_balance_too_low: ({ balance, price }) =>
    `Este código tem saldo de ${formatMoney(balance)}; este equipamento custa ${formatMoney(price)}.`,
  card_declined: 'O cartão foi recusado. Nada foi cobrado.',
  code_expired: 'Este código expirou. Fale com quem o emitiu.',
  code_deleted:
    'O código usado no pagamento foi excluído, por isso não é possível fazer o reembolso.',
  expiry_in_the_past:
    'A validade de um código só pode estar no futuro. Para bloqueá-lo agora, desative-o.',
  balance_too_high: ({ max }) => `Um código pode ter no máximo ${formatMoney(max)}.`,
  batch_balance_too_high: ({ codes, max }) =>
    `Um código pode ter no máximo ${formatMoney(max)}, e ${codes === null ? 'alguns' : formatCount(codes)} destes teriam mais. Nada foi alterado.`,
  balance_too_low: ({ balance }) =>
    balance === null
      ? 'Este código tem menos saldo. Informe um valor menor.'
      : `Você pode retirar até ${formatMoney(balance)}.`,
  refund_too_much: ({ left }) => {
    if (left === null) return 'Resta menos a reembolsar deste pagamento. Informe um valor menor.'
    return left > 0
      ? `Você pode reembolsar até ${formatMoney(left)}.`
      : 'Não resta nada a reembolsar.'
  },
  refund_elsewhere:
    'Este pagamento foi recebido por outra processadora ou conta, por isso não pode ser reembolsado aqui.',
  cards_off: 'Cartões não são aceitos aqui. Use um código pré-pago.',
  top_ups_off: 'Este proprietário não aceita recargas com cartão. Fale com ele.',
  top_up_needs_verification: 'Confirme antes o seu e-mail.',
  business_details_need_verification: 'Confirme antes o seu e-mail.',
  too_many_business_details: `Uma conta pode alterar os seus dados fiscais ${limits.businessDetailsVersions} vezes.`,
  top_up_amounts_differ:
    'Nenhum valor pode passar da maior recarga, que não pode passar do saldo máximo.',
  top_up_too_large: ({ max }) =>
    `Você pode adicionar até ${formatMoney(max)} a este código de uma vez.`,
  top_up_too_full: ({ room }) =>
    `Você pode adicionar até ${formatMoney(room)} a este código agora.`,
  card_amount_too_small: ({ minimum }) =>
    `Com cartão, o mínimo é ${formatMoney(minimum)}. Use um código pré-pago.`,
  card_processor_lost: ({ seconds }) =>
    `Não foi possível acessar a processadora do cartão. Tente de novo em ${seconds} segundos.`,
  card_webhook_refused: 'Este webhook não foi assinado pela processadora do cartão.',
  invalid_input: 'Confira os dados informados.',
  malformed_json: 'O corpo da requisição não é um JSON válido.',
  body_too_deep: `O corpo da requisição tem mais de ${limits.documentLevels} níveis de objetos e listas.`,
  bad_host: 'O cabeçalho Host, ou o host encaminhado por um proxy, não é válido.',
  malformed_http: 'A requisição não é HTTP válido.',
  too_many_resources: `Uma conta tem no máximo ${limits.resources} recursos, com ${limits.resourcesBytes / 2 ** 20} MB no total. Exclua alguns antes.`,
  page_too_large: 'Estes recursos são grandes demais para uma página. Use um limite menor.',
  request_too_slow: 'A requisição demorou demais para chegar. Tente de novo.',
  list_too_long: `Esta lista tem mais de ${limits.wholeListMax} linhas. Peça uma parte dela, como ?page=1&limit=100.`,
  too_many_rows: `São mais de ${formatCount(limits.bulkRows)} linhas. Use a busca e os filtros para reduzir.`,
  period_too_long: 'Este período tem lançamentos demais. Escolha um mais curto.',
  bulk_change_not_found: 'Você não tem essa alteração, ou ela é antiga demais.',
  undo_too_late: `Uma alteração pode ser desfeita por ${limits.undoSeconds} segundos.`,
  too_many_cards: `Mais de ${formatCount(limits.batchCodes)} códigos estão selecionados. Imprima menos cartões por vez.`,
  too_many_stickers: `São mais de ${limits.stickers} equipamentos. Use a busca e o tipo para reduzir.`,
  id_is_fixed: 'O servidor define o ID de um recurso. Não envie o campo id.',
  bad_idempotency_key:
    'O Idempotency-Key precisa ter de 1 a 255 caracteres visíveis e não só pontos, como um UUID.',
  signed_out: 'Entre na sua conta.',
  session_expired: 'Sua sessão expirou. Entre de novo.',
  not_yours: 'Você pode ver isto, mas não pode alterar.',
  account_only:
    'Visitantes não podem fazer isto. Crie uma conta antes. Tudo o que é seu é mantido.',
  admin_only: 'Só administradores podem fazer isto.',
  path_not_found: 'Não há nada neste endereço.',
  method_not_allowed:
    'Este endereço não aceita este método. O cabeçalho Allow lista os métodos aceitos.',
  device_not_found: 'Este equipamento não existe.',
  place_not_found: 'Você não tem equipamentos neste local.',
  sticker_not_found:
    'Nenhuma máquina com este número aceita pagamentos. Confira o número no adesivo ou fale com o operador.',
  batch_not_found: 'Este lote de códigos não existe.',
  code_not_found: 'Este código pré-pago não existe.',
  top_up_not_found: 'Esta recarga não existe.',
  transaction_not_found: 'Esta transação não existe.',
  cycle_not_found:
    'Só quem pagou, o dono da máquina e os administradores podem ver este pagamento.',
  report_not_found: 'Só quem abriu este chamado pode vê-lo.',
  photo_not_found: 'Esta foto não existe, ou você não pode vê-la.',
  case_not_found: 'Só o operador pode ver os chamados desta máquina.',
  case_done: 'Isto já foi resolvido. O próximo chamado o reabre.',
  too_many_reports: `Você pode relatar ${limits.reports} problemas em um dia. Tente de novo amanhã.`,
  too_many_unpaid_reports:
    'Hoje você já abriu um chamado sobre uma máquina em que nunca pagou. Tente de novo amanhã ou relate um problema em uma máquina em que pagou.',
  too_many_answers: `Um chamado tem no máximo ${limits.reportAnswers} respostas.`,
  photo_unreadable:
    'Esta foto não é um JPEG, PNG ou WebP legível. Escolha outra ou remova-a. Salve antes uma foto HEIC como JPEG.',
  photo_has_too_many_pixels: `Uma foto pode ter no máximo ${limits.photoPixels / 1_000_000} milhões de pixels (a metade, com 16 bits por cor) e no máximo ${limits.photoSentSide} de cada lado. Escolha uma menor ou remova-a.`,
  too_many_photos: `Você já tem ${limits.photos} fotos guardadas. Remova esta e envie o chamado sem ela.`,
  too_many_photos_of_network:
    'Fotos demais foram enviadas da sua rede hoje. Remova esta e envie o chamado sem ela.',
  resource_not_found: 'Este recurso não existe.',
  code_taken: 'Este código já está em uso. Escolha outro ou gere um.',
  imported_code_taken: ({ row }) =>
    `O código na linha ${row + 1} destas já está em uso por outro usuário.`,
  device_number_taken: ({ other }) =>
    other
      ? `${other.label}, ${other.location}, já tem este número.`
      : 'Outro equipamento do mesmo dono já tem este número.',
  batch_changed: ({ codes }) =>
    codes === null
      ? 'O número de códigos do lote mudou. Nada foi feito.'
      : `O lote mudou e agora tem ${formatCount(codes)} códigos. Nada foi feito. Confira e tente de novo.`,
  changed_meanwhile: 'Isto mudou depois que você abriu. Compare e salve de novo.',
  started_meanwhile:
    'Isto já foi iniciado, talvez por você em outra aba. Nada foi feito. Confira e decida de novo.',
  paid_already: ({ minutes, is_pending }) =>
    `${is_pending ? `Seu pagamento com cartão nesta máquina ainda não foi concluído: você o iniciou ${minutesAgo(minutes)}` : `Você pagou por esta máquina ${minutesAgo(minutes)}`}. Nada foi cobrado desta vez. Quer pagar de novo, por mais tempo?`,
  money_moved_meanwhile:
    'Os valores mudaram, talvez por você em outra aba. Nada foi feito. Confira e decida de novo.',
  export_running: 'Já há uma exportação da sua conta em andamento. Espere ela terminar.',
  condition_failed: 'O arquivo não atende à condição da requisição.',
  range_not_found: 'O arquivo não tem o intervalo pedido.',
  body_too_large: 'A requisição é grande demais.',
  not_json: 'Envie o corpo da requisição como application/json.',
  code_easy_to_guess: 'Este código é fácil de adivinhar. Gere um ou escolha um texto mais longo.',
  code_looks_mistyped:
    'Isto parece um código gerado com erro de digitação. Gere um ou escolha outro texto.',
  idempotency_key_reused: 'Este Idempotency-Key foi usado em outra requisição. Envie um novo.',
  call_withdrawn: 'Isto foi cancelado antes de chegar. Nada foi feito.',
  too_many_attempts: ({ seconds }) =>
    `Muitas tentativas sem sucesso. Tente de novo em ${seconds} segundos.`,
  too_many_requests: ({ seconds }) => `Muitas solicitações. Tente de novo em ${seconds} segundos.`,
  internal_error: 'Algo deu errado do nosso lado. Tente de novo.',
  database_lost: ({ seconds }) =>
    `O serviço não consegue acessar o banco de dados no momento. Tente de novo em ${seconds} segundos.`,
  not_ready: 'O serviço está iniciando ou parando, ou não consegue acessar o banco de dados.',
}

function minutesAgo(minutes: number): string {
  if (minutes < 1) return 'agora mesmo'
  return minutes === 1 ? 'há 1 minuto' : `há ${minutes} minutos`
}
