import { z } from 'zod'
import { accountRefusals } from './account-refusals.ts'
import type { Sentence } from './languages.ts'
import { limits } from './limits.ts'
import { moneyRefusals } from './money-refusals.ts'

interface Definition {
  status: number
  sentence: Sentence | ((facts: never) => Sentence)
}

/**
 * Every expected way in which a call can be refused: its machine word, its HTTP status and the
 * sentence that a screen shows. 401 means the session and nothing else: the web app answers any
 * 401 by renewing the session.
 */
export const refusals = {
  ...accountRefusals,
  ...moneyRefusals,
  invalid_input: {
    status: 400,
    sentence: { en: 'Please check what you entered.', es: 'Revisa los datos que has escrito.' },
  },
  malformed_json: {
    status: 400,
    sentence: {
      en: 'The request body is not valid JSON.',
      es: 'El cuerpo de la petición no es JSON válido.',
    },
  },
  body_too_deep: {
    status: 400,
    sentence: {
      en: `The request body has more than ${limits.documentLevels} levels of objects and lists.`,
      es: `El cuerpo de la petición tiene más de ${limits.documentLevels} niveles de objetos y listas.`,
    },
  },
  bad_host: {
    status: 400,
    sentence: {
      en: 'The Host header, or what a proxy passes on in its place, is not a valid host.',
      es: 'La cabecera Host, o lo que un proxy transmite en su lugar, no es un host válido.',
    },
  },
  malformed_http: {
    status: 400,
    sentence: { en: 'The request is not valid HTTP.', es: 'La petición no es HTTP válido.' },
  },
  too_many_resources: {
    status: 422,
    sentence: {
      en: `An account keeps at most ${limits.resources} resources with ${limits.resourcesBytes / 2 ** 20} MB in all. Delete some first.`,
      es: `Una cuenta guarda como máximo ${limits.resources} recursos con ${limits.resourcesBytes / 2 ** 20} MB en total. Borra antes alguno.`,
    },
  },
  page_too_large: {
    status: 422,
    sentence: {
      en: 'These resources are too large for one page. Ask for fewer with a smaller limit.',
      es: 'Estos recursos son demasiado grandes para una página. Pide menos con un limit más pequeño.',
    },
  },
  request_too_slow: {
    status: 408,
    sentence: {
      en: 'The request took too long to arrive. Please try again.',
      es: 'La petición ha tardado demasiado en llegar. Inténtalo de nuevo.',
    },
  },
  list_too_long: {
    status: 400,
    sentence: {
      en: `This list has more than ${limits.wholeListMax} rows. Ask for a part of it, such as ?page=1&limit=100.`,
      es: `Esta lista tiene más de ${limits.wholeListMax} filas. Pide una parte, por ejemplo ?page=1&limit=100.`,
    },
  },
  id_is_fixed: {
    status: 400,
    sentence: {
      en: 'The id of a resource is given by the server. Leave out the field id.',
      es: 'El id de un recurso lo pone el servidor. Quita el campo id.',
    },
  },
  bad_idempotency_key: {
    status: 400,
    sentence: {
      en: 'The Idempotency-Key must be 1 to 255 visible characters and not dots alone, such as a UUID.',
      es: 'La Idempotency-Key debe tener de 1 a 255 caracteres visibles y no solo puntos, como un UUID.',
    },
  },
  signed_out: {
    status: 401,
    sentence: { en: 'Please sign in.', es: 'Inicia sesión.' },
  },
  session_expired: {
    status: 401,
    sentence: {
      en: 'Session expired. Please login again.',
      es: 'La sesión ha caducado. Vuelve a iniciar sesión.',
    },
  },
  not_yours: {
    status: 403,
    sentence: {
      en: 'You can see this, but you may not change it.',
      es: 'Puedes ver esto, pero no cambiarlo.',
    },
  },
  admin_only: {
    status: 403,
    sentence: { en: 'Only admins may do this.', es: 'Solo un administrador puede hacer esto.' },
  },
  path_not_found: {
    status: 404,
    sentence: { en: 'There is nothing at this address.', es: 'No hay nada en esta dirección.' },
  },
  method_not_allowed: {
    status: 405,
    sentence: {
      en: 'This address does not take this method. The header Allow names those that it takes.',
      es: 'Esta dirección no admite este método. La cabecera Allow dice cuáles admite.',
    },
  },
  device_not_found: {
    status: 404,
    sentence: { en: 'This device does not exist.', es: 'Este dispositivo no existe.' },
  },
  code_not_found: {
    status: 404,
    sentence: { en: 'This prepaid code does not exist.', es: 'Este código prepago no existe.' },
  },
  transaction_not_found: {
    status: 404,
    sentence: { en: 'This transaction does not exist.', es: 'Esta transacción no existe.' },
  },
  resource_not_found: {
    status: 404,
    sentence: { en: 'This resource does not exist.', es: 'Este recurso no existe.' },
  },
  code_taken: {
    status: 409,
    sentence: {
      en: 'This code is already in use. Choose another one, or generate one.',
      es: 'Este código ya está en uso. Elige otro o genera uno.',
    },
  },
  device_number_taken: {
    status: 409,
    sentence: ({ other }: { other: { label: string; location: string } | null }) => ({
      en: other
        ? `${other.label}, ${other.location}, already has this number.`
        : 'Another device of the same owner already has this number.',
      es: other
        ? `${other.label}, ${other.location}, ya tiene este número.`
        : 'Otro dispositivo del mismo dueño ya tiene este número.',
    }),
  },
  changed_meanwhile: {
    status: 409,
    sentence: {
      en: 'Somebody has saved something else meanwhile. Compare, then save again.',
      es: 'Alguien ha guardado otra cosa entretanto. Compara y vuelve a guardar.',
    },
  },
  export_running: {
    status: 409,
    sentence: {
      en: 'An export of your account is running already. Wait until it has ended.',
      es: 'Ya hay una exportación de tu cuenta en curso. Espera a que termine.',
    },
  },
  condition_failed: {
    status: 412,
    sentence: {
      en: 'This file is not as the request says that it should be.',
      es: 'Este archivo no está como la petición dice que debería estar.',
    },
  },
  range_not_found: {
    status: 416,
    sentence: {
      en: 'This file does not have the part that was asked for.',
      es: 'Este archivo no tiene la parte que se ha pedido.',
    },
  },
  body_too_large: {
    status: 413,
    sentence: { en: 'The request is too large.', es: 'La petición es demasiado grande.' },
  },
  not_json: {
    status: 415,
    sentence: {
      en: 'Send the request body as application/json.',
      es: 'Envía el cuerpo de la petición como application/json.',
    },
  },
  code_easy_to_guess: {
    status: 422,
    sentence: {
      en: 'This code is easy to guess. Generate one, or choose a longer text.',
      es: 'Este código es fácil de adivinar. Genera uno o elige un texto más largo.',
    },
  },
  code_looks_mistyped: {
    status: 422,
    sentence: {
      en: 'This looks like a generated code with a typo. Generate one, or choose another text.',
      es: 'Parece un código generado con una errata. Genera uno o elige otro texto.',
    },
  },
  idempotency_key_reused: {
    status: 422,
    sentence: {
      en: 'This Idempotency-Key was used for another request. Send a new one.',
      es: 'Esta Idempotency-Key ya se usó para otra petición. Envía una nueva.',
    },
  },
  call_withdrawn: {
    status: 409,
    sentence: {
      en: 'This was withdrawn before it arrived. Nothing was done.',
      es: 'Esto se retiró antes de llegar. No se ha hecho nada.',
    },
  },
  too_many_guesses: {
    status: 429,
    sentence: ({ seconds }: { seconds: number }) => ({
      en: `Too many wrong tries. Please try again in ${seconds} seconds.`,
      es: `Demasiados intentos fallidos. Inténtalo de nuevo en ${seconds} segundos.`,
    }),
  },
  too_many_requests: {
    status: 429,
    sentence: ({ seconds }: { seconds: number }) => ({
      en: `Too many requests. Please try again in ${seconds} seconds.`,
      es: `Demasiadas peticiones. Inténtalo de nuevo en ${seconds} segundos.`,
    }),
  },
  internal_error: {
    status: 500,
    sentence: {
      en: 'Something went wrong on our side. Please try again.',
      es: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
    },
  },
  database_lost: {
    status: 503,
    sentence: ({ seconds }: { seconds: number }) => ({
      en: `The service cannot reach its database right now. Please try again in ${seconds} seconds.`,
      es: `El servicio no alcanza su base de datos. Inténtalo de nuevo en ${seconds} segundos.`,
    }),
  },
  not_ready: {
    status: 503,
    sentence: {
      en: 'The service is starting or stopping, or cannot reach its database.',
      es: 'El servicio está arrancando o deteniéndose, o no alcanza su base de datos.',
    },
  },
} as const satisfies Record<string, Definition>

export type RefusalCode = keyof typeof refusals

/** The facts that a refusal's sentence is made from; undefined for a fixed sentence. */
export type RefusalFacts<Code extends RefusalCode> = (typeof refusals)[Code]['sentence'] extends (
  facts: infer Facts,
) => Sentence
  ? Facts
  : undefined

/** Refusals that any call may meet, so that no endpoint lists them. */
export const commonRefusals = [
  'invalid_input',
  'malformed_json',
  'body_too_deep',
  'body_too_large',
  'not_json',
  'too_many_requests',
  'internal_error',
  'database_lost',
] as const satisfies readonly RefusalCode[]

/** Of calls that take an Idempotency-Key. */
export const idempotencyRefusals = [
  'bad_idempotency_key',
  'idempotency_key_reused',
  'call_withdrawn',
] as const satisfies RefusalCode[]

export const sessionRefusals = ['signed_out', 'session_expired'] as const satisfies RefusalCode[]

/** The body of every answer that is not a success, the framework's own included. */
export const ErrorAnswer = z.object({
  error: z.string().describe('A sentence for people, in the requested language'),
  code: z.string().describe('The error code for programs'),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().describe('Quote it when reporting a problem'),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
