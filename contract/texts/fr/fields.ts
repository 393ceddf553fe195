import { currency } from '../../currency.ts'
import { limits } from '../../limits.ts'
import { revenueLimits } from '../../revenue-limits.ts'
import type { fields as english } from '../en/fields.ts'
import { formatsOf } from '../formats.ts'

const { formatCount } = formatsOf('fr')

export const fields: typeof english = {
  language: 'fr',
  statement: (name, problem) => `${name} : ${problem}.`,
  tooManyCells: 'Seuls le nom, l’e-mail et le téléphone sont possibles ici.',
  brokenQuotes: 'Un guillemet n’est pas fermé ou se trouve dans une valeur.',
  inLine: (line, statement) => `Ligne ${line} : ${statement}`,
  problems: {
    unknown_field: 'champ inconnu',
    required: 'champ obligatoire',
    invalid: 'valeur non valide',
    empty: 'ce champ ne doit pas rester vide',
    control_characters: 'les caractères de contrôle ne sont pas autorisés',
    half_character: 'contient un demi-caractère (un surrogate isolé)',
    repeated: 'à indiquer une seule fois',
    dots_alone: 'des points seuls ne suffisent pas',
    not_an_id: 'identifiant non valide',
    not_in_room: 'n’est pas dans cette salle',
    not_a_sticker: 'Ce numéro d’autocollant n’est pas valide. Vérifiez les chiffres',
    not_an_email: 'saisissez une adresse e-mail',
    not_a_web_address: 'saisissez une adresse http ou https',
    none_chosen: 'Choisissez au moins un élément',
    not_a_time: 'indiquez une date et une heure avec fuseau horaire, comme 2027-01-31T18:00:00Z',
    not_a_time_of_day: 'indiquez une heure comme 22:00',
    not_a_quarter: 'indiquez un quart d’heure, comme 22:15',
    times_overlap: 'Ces plages horaires en chevauchent d’autres',
    one_for_each_programme: 'il en faut un par programme',
    not_the_first_programme: 'doit commencer par le prix et la durée de l’appareil',
    not_a_time_zone: 'indiquez un fuseau horaire comme Europe/Paris',
    not_a_day: 'indiquez un jour comme 2026-01-31',
    in_the_past: 'la date ne doit pas être passée',
    period_or_days: 'à omettre si une période est indiquée',
    before_the_first_day: 'ne doit pas précéder le premier jour',
    as_long_as_a_slot: 'doit être inférieur à la durée de chaque créneau',
    too_many_days: `${revenueLimits.revenueDays} jours au maximum après le premier`,
    not_text: 'doit être un texte',
    not_a_number: 'doit être un nombre',
    ambiguous_number: 'Milliers ou décimales ? Saisissez 1500 ou 1,50.',
    not_whole: 'doit être un nombre entier',
    not_a_boolean: 'doit être true ou false',
    not_an_object: 'doit être un objet',
    not_a_list: 'doit être une liste',
    above_duration: 'ne doit pas dépasser la durée',
    one_of_two: 'indiquez ce champ ou les clients, mais pas les deux',
    zero: 'ne doit pas être 0',
    photo_too_large: `La photo ne doit pas dépasser ${limits.photoBytes / 1024 / 1024} Mo`,
    not_base64: 'doit être en base64',
    too_many_decimals:
      currency.decimals === 0 ? 'doit être un nombre entier' : '2 décimales au maximum',
    two_decimals: '2 décimales au maximum',
    code_characters: 'seuls les lettres, les chiffres et les tirets sont autorisés',
    short_password: `Le mot de passe doit contenir au moins ${limits.passwordMin} caractères`,
  },
  limitProblems: {
    oneOf: (values) => `valeurs possibles : ${values}`,
    orMore: (limit) => `${limit} au minimum`,
    orLess: (limit) => `${limit} au maximum`,
    atLeastCharacters: (limit) => `au moins ${limit} caractères`,
    atMostLines: (limit) => `${formatCount(limit)} lignes au maximum`,
    atMostCharacters: (limit) => `${limit} caractères au maximum`,
  },
}
