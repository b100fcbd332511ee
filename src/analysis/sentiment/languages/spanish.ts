import type { JudgingWords } from './words.js';

export const SPANISH: JudgingWords = {
  praise: `
    bueno buena buenos buenas buen mejor mejores excelente* excelen* fiable* confiable* robust* sólid* duradera*
    duradero* resistente* cómod* silencios* fácil* sencill* intuitiv* práctic* agradable* rápid* eficaz* eficaces
    eficiente* potente* perfect* ideal* destaca* destacad* sobresal* excepcional* magnífic* estupend* genial*
    fantástic* increíble* líder* referente* referencia reconocid* popular* segur* elegante* modern* innovador*
    complet* versátil* liger* asequible* calidad relación_calidad* satisfech* satisfac* convence* impresion*
    brilla* encanta* gusta recomend* fluid* precis* atent* amable* profesional* gana ganó ganador* primer_lugar
    primer_puesto impecable* imbatible* favorit* preferid* ventaja* punto_fuerte puntos_fuertes delicios* content*
    transparent* supera* maravill* acierto vale_la_pena merece_la_pena cumple útil* amplia*`,
  criticism: `
    malo mala malos malas mal peor peores mediocre* decepcion* lent* lentitud averí* defecto* defectuos* rota roto
    rompe* rompen frágil* ruidos* complicad* inútil* inservible* lamentable* pésim* horrible* desastr* nefast*
    insuficiente* limitad* débil* problema* queja* critic* obsolet* anticuad* peligros* retras* tarde bug* fallo*
    falla fallan fallas cuelga* bloquea* filtr* filtración* hacke* multa* multad* demandad* retirad* quiebra
    estafa* engañ* timo* sobrevalorad* carísim* desagradable* incómod* inestable* poco_fiable* nunca_lleg* pierde
    perdió pierden último_lugar último_puesto última_posición atrasad* lamento arrepient* arrepent* insatisf*
    descontent* incompetent* recalient* incendi* explot* desgasta* oxida* desventaja* inconveniente* punto_débil
    puntos_débiles suci* imposible* abandon* frustr* cobro_indebido comisiones_ocultas deja_mucho_que_desear
    dura_poco sobrepreci* ignora* no_responde* no_funciona* deficiente* torpe*`,
  negations: 'no nunca jamás ningún ninguna ninguno ni sin nada tampoco apenas poco',
  excess: 'demasiado demasiada demasiados',
  turns: 'pero sin_embargo aunque lamentablemente desgraciadamente no_obstante',
  advises: `
    recomiend* recomend* aconsej* mejor_opción mejor_elección la_mejor el_mejor nuestra_elección vale_la_pena
    merece_la_pena acierto_seguro imprescindible*`,
  warns: `
    evita evite eviten evitar evítala evítalo huye huyan desaconsej* no_recomiend* no_recomend* no_vale no_merece
    aléjate no_compre* cuidado_con ojo_con`,
  lists: 'mejor* recomend* destacad* opciones elección consejos',
  money: 'caro cara caros caras precio* cuesta* coste* costo* tarifa* euros €',
};
