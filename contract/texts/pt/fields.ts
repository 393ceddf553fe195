import { currency } from '../../currency.ts'
import { limits } from '../../limits.ts'
import { revenueLimits } from '../../revenue-limits.ts'
import type { fields as english } from '../en/fields.ts'
import { formatsOf } from '../formats.ts'

const { formatCount } = formatsOf('pt')

export const fields: typeof english = {
  language: 'pt',
  statement: (name, problem) => `${name}: ${problem}.`,
  tooManyCells: 'Aqui só cabem nome, e-mail e telefone.',
  brokenQuotes: 'Há aspas que não fecham ou que estão dentro de um valor.',
  inLine: (line, statement) => `Linha ${line}: ${statement}`,
  problems: {
    unknown_field: 'campo desconhecido',
    required: 'campo obrigatório',
    invalid: 'valor inválido',
    empty: 'não pode ficar em branco',
    control_characters: 'não pode conter caracteres de controle',
    half_character: 'não pode conter meio caractere (um substituto isolado)',
    repeated: 'informe só uma vez',
    dots_alone: 'não pode ter só pontos',
    not_an_id: 'ID inválido',
    not_in_room: 'não está nesta sala',
    not_a_sticker: 'Este número de adesivo não é válido. Confira os dígitos',
    not_an_email: 'informe um endereço de e-mail válido',
    not_a_web_address: 'informe um endereço http ou https',
    none_chosen: 'Escolha pelo menos uma opção',
    not_a_time: 'informe data e hora com fuso horário, como 2027-01-31T18:00:00Z',
    not_a_time_of_day: 'informe um horário, como 22:00',
    not_a_quarter: 'precisa estar em intervalos de 15 minutos, como 22:15',
    times_overlap: 'Estes horários se sobrepõem a outros',
    one_for_each_programme: 'precisa ter um para cada programa',
    not_the_first_programme: 'precisa começar com o preço e a duração do equipamento',
    not_a_time_zone: 'informe um fuso horário, como America/Sao_Paulo',
    not_a_day: 'informe um dia, como 2026-01-31',
    in_the_past: 'não pode estar no passado',
    period_or_days: 'deixe em branco quando houver um período',
    before_the_first_day: 'não pode ser antes do primeiro dia',
    as_long_as_a_slot: 'deve ser menor que a duração de cada horário',
    too_many_days: `pode ficar no máximo ${revenueLimits.revenueDays} dias depois do primeiro`,
    not_text: 'precisa ser um texto',
    not_a_number: 'precisa ser um número',
    ambiguous_number: 'Milhares ou decimais? Digite 1500 ou 1,50.',
    not_whole: 'precisa ser um número inteiro',
    not_a_boolean: 'precisa ser true ou false',
    not_an_object: 'precisa ser um objeto',
    not_a_list: 'precisa ser uma lista',
    above_duration: 'não pode ser maior que a duração',
    one_of_two: 'informe este campo ou os clientes, mas não ambos',
    zero: 'não pode ser 0',
    photo_too_large: `A foto pode ter no máximo ${limits.photoBytes / 1024 / 1024} MB`,
    not_base64: 'precisa estar em base64',
    too_many_decimals:
      currency.decimals === 0
        ? 'precisa ser um número inteiro'
        : 'pode ter no máximo 2 casas decimais',
    two_decimals: 'pode ter no máximo 2 casas decimais',
    code_characters: 'só pode conter letras, números e hifens',
    short_password: `A senha precisa ter pelo menos ${limits.passwordMin} caracteres`,
  },
  limitProblems: {
    oneOf: (values) => `precisa ser um destes valores: ${values}`,
    orMore: (limit) => `precisa ser ${limit} ou mais`,
    orLess: (limit) => `precisa ser ${limit} ou menos`,
    atLeastCharacters: (limit) => `precisa ter pelo menos ${limit} caracteres`,
    atMostLines: (limit) => `pode ter no máximo ${formatCount(limit)} linhas`,
    atMostCharacters: (limit) => `pode ter no máximo ${limit} caracteres`,
  },
}
