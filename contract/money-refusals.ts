import { type Cents, formatDollars } from './money.ts'

/** Of refusals.ts those about payments, refunds and balances. */
export const moneyRefusals = {
  terms_changed: {
    status: 409,
    sentence: ({ price, minutes }: { price: Cents; minutes: number }) => ({
      en: `This device now costs ${formatDollars(price)} for ${minutes} minutes. Please check and pay again.`,
      es: `Este dispositivo cuesta ahora ${formatDollars(price)} por ${minutes} minutos. Compruébalo y paga de nuevo.`,
    }),
  },
  device_not_active: {
    status: 422,
    sentence: {
      en: 'This device is not taking payments right now.',
      es: 'Este dispositivo no acepta pagos en este momento.',
    },
  },
  code_not_accepted: {
    status: 422,
    sentence: {
      en: 'This code is not valid at this device. Check the code and try again.',
      es: 'Este código no vale en este dispositivo. Compruébalo e inténtalo de nuevo.',
    },
  },
  code_disabled: {
    status: 422,
    sentence: {
      en: 'This code is disabled. Ask whoever gave it to you.',
      es: 'Este código está desactivado. Pregunta a quien te lo dio.',
    },
  },
  code_balance_too_low: {
    status: 422,
    sentence: ({ balance, price }: { balance: Cents; price: Cents }) => ({
      en: `This code has ${formatDollars(balance)} left; this device costs ${formatDollars(price)}.`,
      es: `A este código le quedan ${formatDollars(balance)}; este dispositivo cuesta ${formatDollars(price)}.`,
    }),
  },
  card_declined: {
    status: 422,
    sentence: {
      en: 'The card was declined. Nothing was charged.',
      es: 'La tarjeta fue rechazada. No se ha cobrado nada.',
    },
  },
  code_expired: {
    status: 422,
    sentence: {
      en: 'This code has expired. Ask whoever gave it to you.',
      es: 'Este código ha caducado. Pregunta a quien te lo dio.',
    },
  },
  code_deleted: {
    status: 422,
    sentence: {
      en: 'The code that paid was deleted, so nothing can be put back on it.',
      es: 'El código con que se pagó fue eliminado, así que no se le puede devolver nada.',
    },
  },
  expiry_in_the_past: {
    status: 422,
    sentence: {
      en: 'A code can only expire in the future. To stop it now, disable it.',
      es: 'Un código solo puede caducar en el futuro. Para pararlo ahora, desactívalo.',
    },
  },
  balance_too_high: {
    status: 422,
    sentence: ({ max }: { max: Cents }) => ({
      en: `A code can hold at most ${formatDollars(max)}.`,
      es: `Un código puede tener como máximo ${formatDollars(max)}.`,
    }),
  },
  balance_too_low: {
    status: 422,
    sentence: ({ balance }: { balance: Cents }) => ({
      en: `This code has only ${formatDollars(balance)} left to take off.`,
      es: `A este código solo le quedan ${formatDollars(balance)} que quitar.`,
    }),
  },
  refund_too_much: {
    status: 422,
    sentence: {
      en: 'That is more than is left of this payment to give back.',
      es: 'Es más de lo que queda por devolver de este pago.',
    },
  },
  refund_elsewhere: {
    status: 422,
    sentence: {
      en: 'This payment was taken by another card processor or account, so it cannot be refunded here.',
      es: 'Este pago lo cobró otro procesador de tarjetas u otra cuenta, así que no se puede devolver aquí.',
    },
  },
  cards_off: {
    status: 422,
    sentence: {
      en: 'Cards are not accepted here. Use a prepaid code.',
      es: 'Aquí no se aceptan tarjetas. Usa un código prepago.',
    },
  },
  card_amount_too_small: {
    status: 422,
    sentence: ({ minimum }: { minimum: Cents }) => ({
      en: `Cards pay ${formatDollars(minimum)} or more. Use a prepaid code.`,
      es: `Las tarjetas pagan ${formatDollars(minimum)} o más. Usa un código prepago.`,
    }),
  },
  card_processor_lost: {
    status: 503,
    sentence: ({ seconds }: { seconds: number }) => ({
      en: `The card processor cannot be reached right now. Please try again in ${seconds} seconds.`,
      es: `No se alcanza el procesador de tarjetas. Inténtalo de nuevo en ${seconds} segundos.`,
    }),
  },
  card_webhook_refused: {
    status: 422,
    sentence: {
      en: 'This webhook is not signed by the card processor.',
      es: 'Este webhook no está firmado por el procesador de tarjetas.',
    },
  },
} as const
