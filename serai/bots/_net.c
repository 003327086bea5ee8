/* Evaluates the small nets of `nets.py`: rows of small numbers in, shares of the win out, or likings of choices.

   Most of a row is zero, and the rows of one call are much alike: they are the positions after each choice of
   one decision. So the first layer is a sum of the weights of what is there, and from the second row on
   only what differs from the first row is added and taken away. The loops are plain; the compiler makes
   vector code of them, for several kinds of processor where it can, and the one at hand is chosen at start. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HIDDEN 1024
#define OUTPUTS 2 /* share of the win, margin */

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_SEVERAL_PROCESSORS __attribute__((target_clones("avx512f", "arch=haswell", "default")))
#else
#define FOR_SEVERAL_PROCESSORS
#endif

typedef struct {
    PyObject_HEAD
    Py_ssize_t numbers, opinions, first, second, rows;
    uint8_t steps_of[256];
    uint8_t *steps;  /* of each number: how many values it is told apart by; 0: it is left out */
    float *scale;    /* of each number: one over its maximum */
    int32_t *offset; /* of each number: its first row in `place` */
    int32_t *place;  /* of each value: its row in `table`; -1: never seen in training */
    float *table, *opinion, *bias1, *weight2, *bias2, *weight3, *bias3, *trust;
    float *memory;
    PyObject *arguments; /* that it was made of, to make another one */
} Evaluator;

static float from_half(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, rest = half & 1023, bits;
    float value;
    if (exponent == 0) {
        value = (float)rest * (1.0f / 16777216.0f);
        return sign ? -value : value;
    }
    bits = sign | (exponent == 31 ? 255u : exponent + 112u) << 23 | rest << 13;
    memcpy(&value, &bits, 4);
    return value;
}

/* Four rows at a time: the sum is read and written once for all of them. Microsoft's compiler knows `restrict`
   by this name only, unless it is asked for C11. */
FOR_SEVERAL_PROCESSORS
static void add_rows(float *__restrict sum, const float *__restrict table, const int32_t *which, const float *times,
                     Py_ssize_t number, Py_ssize_t size)
{
    Py_ssize_t k = 0;
    for (; k + 4 <= number; k += 4) {
        const float *a = table + (Py_ssize_t)which[k] * size, *b = table + (Py_ssize_t)which[k + 1] * size;
        const float *c = table + (Py_ssize_t)which[k + 2] * size, *d = table + (Py_ssize_t)which[k + 3] * size;
        const float by_a = times[k], by_b = times[k + 1], by_c = times[k + 2], by_d = times[k + 3];
        for (Py_ssize_t i = 0; i < size; i++)
            sum[i] += by_a * a[i] + by_b * b[i] + by_c * c[i] + by_d * d[i];
    }
    for (; k < number; k++) {
        const float *row = table + (Py_ssize_t)which[k] * size;
        const float factor = times[k];
        for (Py_ssize_t i = 0; i < size; i++)
            sum[i] += factor * row[i];
    }
}

/* The rows of the table that a number stands for, and how often each is added. */
static Py_ssize_t gather(const Evaluator *net, Py_ssize_t number, uint8_t value, float sign, int32_t *which,
                         float *times)
{
    Py_ssize_t found = 0;
    uint8_t steps = net->steps[number], step = net->steps_of[value];
    int32_t row;
    if (!value || !steps)
        return 0;
    if (step > steps)
        step = steps;
    row = net->place[net->offset[number] + step - 1];
    if (row >= 0) {
        which[found] = row;
        times[found++] = sign;
    }
    if (steps > 1) {
        row = net->place[net->offset[number] + steps];
        if (row >= 0) {
            which[found] = row;
            times[found++] = sign * (float)value * net->scale[number];
        }
    }
    return found;
}

/* The same of a whole row. Most of its numbers are 0, often eight of them in a row. */
static Py_ssize_t gather_all(const Evaluator *net, const uint8_t *row, int32_t *which, float *times)
{
    Py_ssize_t found = 0, f = 0;
    while (f < net->numbers) {
        uint64_t eight = 1;
        const Py_ssize_t end = f + 8 <= net->numbers ? f + 8 : net->numbers;
        if (end - f == 8)
            memcpy(&eight, row + f, 8);
        if (!eight) {
            f = end;
            continue;
        }
        for (; f < end; f++)
            if (row[f])
                found += gather(net, f, row[f], 1.0f, which + found, times + found);
    }
    return found;
}

/* The second layer. */
static void pass_on(const Evaluator *net, const float *sum, float *out)
{
    int32_t which[MOST_HIDDEN];
    float times[MOST_HIDDEN];
    Py_ssize_t found = 0;
    for (Py_ssize_t i = 0; i < net->first; i++) {
        which[found] = (int32_t)i;
        times[found] = sum[i];
        found += sum[i] > 0.0f;
    }
    memcpy(out, net->bias2, sizeof(float) * (size_t)net->second);
    add_rows(out, net->weight2, which, times, found, net->second);
}

FOR_SEVERAL_PROCESSORS
static void finish(const Evaluator *net, const float *sum, float *out)
{
    float hidden[MOST_HIDDEN];
    const Py_ssize_t second = net->second;
    pass_on(net, sum, hidden);
    out[0] = net->bias3[0];
    out[1] = net->bias3[1];
    for (Py_ssize_t k = 0; k < second; k++) {
        const float value = hidden[k] > 0.0f ? hidden[k] : 0.0f;
        out[0] += value * net->weight3[OUTPUTS * k];
        out[1] += value * net->weight3[OUTPUTS * k + 1];
    }
}

static PyObject *evaluate(PyObject *self, PyObject *argument)
{
    const Evaluator *net = (const Evaluator *)self;
    const Py_ssize_t stride = net->numbers + 4 * net->opinions, size = net->first;
    Py_buffer given;
    PyObject *answer = NULL;
    int32_t *which;
    float *times, *base, *sum;
    if (PyObject_GetBuffer(argument, &given, PyBUF_SIMPLE) < 0)
        return NULL;
    if (given.len % stride) {
        PyErr_Format(PyExc_ValueError, "a row has %zd bytes: %zd are not a number of rows", stride, given.len);
        PyBuffer_Release(&given);
        return NULL;
    }
    const Py_ssize_t count = given.len / stride, most = 4 * net->numbers + net->opinions;
    which = PyMem_Malloc((sizeof(int32_t) + sizeof(float)) * (size_t)most + sizeof(float) * 2 * (size_t)size);
    answer = which ? PyBytes_FromStringAndSize(NULL, count * OUTPUTS * 4) : PyErr_NoMemory();
    if (answer == NULL) {
        PyMem_Free(which);
        PyBuffer_Release(&given);
        return NULL;
    }
    times = (float *)(which + most);
    base = times + most;
    sum = base + size;
    const uint8_t *first = given.buf;
    for (Py_ssize_t r = 0; r < count; r++) {
        const uint8_t *row = first + r * stride;
        const uint8_t *said = row + net->numbers;
        Py_ssize_t found = 0;
        float odds, out[OUTPUTS];
        if (r == 0) {
            memcpy(sum, net->bias1, sizeof(float) * (size_t)size);
            found = gather_all(net, row, which, times);
        }
        else {
            Py_ssize_t f = 0;
            memcpy(sum, base, sizeof(float) * (size_t)size);
            while (f < net->numbers) {
                if (f + 8 <= net->numbers && !memcmp(row + f, first + f, 8)) {
                    f += 8;
                    continue;
                }
                const Py_ssize_t end = f + 8 <= net->numbers ? f + 8 : net->numbers;
                for (; f < end; f++)
                    if (row[f] != first[f]) {
                        found += gather(net, f, first[f], -1.0f, which + found, times + found);
                        found += gather(net, f, row[f], 1.0f, which + found, times + found);
                    }
            }
        }
        add_rows(sum, net->table, which, times, found, size);
        found = 0;
        for (Py_ssize_t k = 0; k < net->opinions; k++) {
            float now, then = 0.0f;
            memcpy(&now, said + 4 * k, 4);
            if (r)
                memcpy(&then, first + net->numbers + 4 * k, 4);
            if (now != then) {
                which[found] = (int32_t)k;
                times[found++] = now - then;
            }
        }
        add_rows(sum, net->opinion, which, times, found, size);
        if (r == 0)
            memcpy(base, sum, sizeof(float) * (size_t)size);
        finish(net, sum, out);
        memcpy(&odds, said, 4);
        out[0] = 1.0f / (1.0f + expf(-(out[0] + *net->trust * odds)));
        memcpy(PyBytes_AS_STRING(answer) + r * OUTPUTS * 4, out, sizeof out);
    }
    PyMem_Free(which);
    PyBuffer_Release(&given);
    return answer;
}

/* What a policy says of a row: a number for every choice, the larger the better. */
static PyObject *prefer(PyObject *self, PyObject *argument)
{
    const Evaluator *net = (const Evaluator *)self;
    Py_buffer given;
    PyObject *answer = NULL;
    if (PyObject_GetBuffer(argument, &given, PyBUF_SIMPLE) < 0)
        return NULL;
    const uint8_t *row = given.buf;
    int32_t *which = PyMem_Malloc((sizeof(int32_t) + sizeof(float)) * 2 * (size_t)(net->numbers + 1));
    if (given.len != net->numbers)
        PyErr_Format(PyExc_ValueError, "a row has %zd bytes, not %zd", net->numbers, given.len);
    else
        answer = which ? PyBytes_FromStringAndSize(NULL, 4 * net->second) : PyErr_NoMemory();
    if (answer) {
        float *times = (float *)(which + 2 * (net->numbers + 1)), sum[MOST_HIDDEN];
        const Py_ssize_t found = gather_all(net, row, which, times);
        memcpy(sum, net->bias1, sizeof(float) * (size_t)net->first);
        add_rows(sum, net->table, which, times, found, net->first);
        pass_on(net, sum, (float *)PyBytes_AS_STRING(answer));
    }
    PyMem_Free(which);
    PyBuffer_Release(&given);
    return answer;
}

static void forget(PyObject *self)
{
    Evaluator *net = (Evaluator *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(net->steps);
    PyMem_Free(net->scale);
    PyMem_Free(net->offset);
    PyMem_Free(net->place);
    PyMem_Free(net->memory);
    Py_XDECREF(net->arguments);
    type->tp_free(self);
    Py_DECREF(type);
}

/* A policy has no opinions, and no third layer. */
static PyObject *make_any(PyTypeObject *type, PyObject *arguments, int policy)
{
    Py_ssize_t opinions, first, second;
    Py_buffer steps_of = {0}, most = {0}, steps = {0}, place = {0}, weights = {0};
    Evaluator *net = NULL;
    if (!PyArg_ParseTuple(arguments, "nnny*y*y*y*y*", &opinions, &first, &second, &steps_of, &most, &steps, &place,
                          &weights))
        return NULL;
    const Py_ssize_t numbers = most.len;
    Py_ssize_t rows = 0, values = 0;
    if (steps_of.len != 256 || steps.len != numbers || place.len % 4 || opinions < 0 ||
        (opinions == 0) != policy || first < 1 || second < 1 ||
        first > MOST_HIDDEN || second > MOST_HIDDEN)
        goto wrong;
    for (Py_ssize_t f = 0; f < numbers; f++) {
        const uint8_t number = ((const uint8_t *)steps.buf)[f];
        values += number > 1 ? number + 1 : number;
        if (!((const uint8_t *)most.buf)[f])
            goto wrong;
    }
    if (place.len != 4 * values)
        goto wrong;
    for (Py_ssize_t v = 0; v < values; v++) {
        int32_t row;
        memcpy(&row, (const char *)place.buf + 4 * v, 4);
        if (row < -1 || row > values)
            goto wrong;
        if (row >= rows)
            rows = row + 1;
    }
    const Py_ssize_t last = policy ? 0 : OUTPUTS * second + OUTPUTS + 1;
    const Py_ssize_t total = (rows + opinions + 1) * first + first * second + second + last;
    if (weights.len != 2 * total)
        goto wrong;
    net = (Evaluator *)type->tp_alloc(type, 0);
    if (net == NULL)
        goto end;
    net->numbers = numbers;
    net->opinions = opinions;
    net->first = first;
    net->second = second;
    net->rows = rows;
    memcpy(net->steps_of, steps_of.buf, 256);
    net->steps = PyMem_Malloc((size_t)numbers + 1);
    net->scale = PyMem_Malloc(sizeof(float) * (size_t)(numbers + 1));
    net->offset = PyMem_Malloc(sizeof(int32_t) * (size_t)(numbers + 1));
    net->place = PyMem_Malloc((size_t)place.len + 4);
    net->memory = PyMem_Malloc(sizeof(float) * (size_t)total);
    if (!net->steps || !net->scale || !net->offset || !net->place || !net->memory) {
        Py_CLEAR(net);
        PyErr_NoMemory();
        goto end;
    }
    memcpy(net->steps, steps.buf, (size_t)numbers);
    memcpy(net->place, place.buf, (size_t)place.len);
    values = 0;
    for (Py_ssize_t f = 0; f < numbers; f++) {
        net->scale[f] = 1.0f / (float)((const uint8_t *)most.buf)[f];
        net->offset[f] = (int32_t)values;
        values += net->steps[f] > 1 ? net->steps[f] + 1 : net->steps[f];
    }
    for (Py_ssize_t i = 0; i < total; i++) {
        const uint8_t *half = (const uint8_t *)weights.buf + 2 * i;
        net->memory[i] = from_half((uint16_t)(half[0] | half[1] << 8));
    }
    net->table = net->memory;
    net->opinion = net->table + rows * first;
    net->bias1 = net->opinion + opinions * first;
    net->weight2 = net->bias1 + first;
    net->bias2 = net->weight2 + first * second;
    net->weight3 = net->bias2 + second;
    net->bias3 = net->weight3 + OUTPUTS * second;
    net->trust = net->bias3 + OUTPUTS;
    net->arguments = Py_NewRef(arguments);
    goto end;
wrong:
    PyErr_SetString(PyExc_ValueError, "the parts of the net do not fit together");
end:
    PyBuffer_Release(&steps_of);
    PyBuffer_Release(&most);
    PyBuffer_Release(&steps);
    PyBuffer_Release(&place);
    PyBuffer_Release(&weights);
    return (PyObject *)net;
}

/* Evaluator(opinions, first, second, steps_of, most, steps, place, weights) */
static PyObject *make(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    (void)named;
    return make_any(type, arguments, 0);
}

static PyObject *make_policy(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    (void)named;
    return make_any(type, arguments, 1);
}

static PyObject *reduce(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return Py_BuildValue("OO", Py_TYPE(self), ((Evaluator *)self)->arguments);
}

/* It never changes, so a copy is the same one. */
static PyObject *deepcopy(PyObject *self, PyObject *memo)
{
    (void)memo;
    return Py_NewRef(self);
}

static PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, "What makes the same net again."},
    {"__deepcopy__", deepcopy, METH_O, "The same net."},
    {"evaluate", evaluate, METH_O, "For each row two numbers of four bytes: share of the win, margin."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef policy_methods[] = {
    {"__reduce__", reduce, METH_NOARGS, "What makes the same policy again."},
    {"__deepcopy__", deepcopy, METH_O, "The same policy."},
    {"prefer", prefer, METH_O, "For a row a number of four bytes for each choice, the larger the better."},
    {NULL, NULL, 0, NULL},
};

/* Both kinds of nets differ in what they are made for and can be asked, and in nothing else. */
static int add_type(PyObject *module, const char *name, newfunc new, PyMethodDef *asked, const char *about)
{
    PyType_Slot slots[] = {
        {Py_tp_new, new},
        {Py_tp_dealloc, forget},
        {Py_tp_methods, asked},
        {Py_tp_doc, (void *)about},
        {0, NULL},
    };
    PyType_Spec specification = {name, sizeof(Evaluator), 0, Py_TPFLAGS_DEFAULT, slots};
    PyObject *type = PyType_FromSpec(&specification);
    if (type == NULL)
        return -1;
    const int failed = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return failed;
}

static int fill(PyObject *module)
{
    if (add_type(module, "serai.bots._net.Evaluator", make, methods, "A net that is ready to evaluate rows.") < 0)
        return -1;
    return add_type(module, "serai.bots._net.Policy", make_policy, policy_methods,
                    "A policy that is ready to choose.");
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, fill},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "serai.bots._net", "Nets in C.", 0, NULL, module_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__net(void)
{
    return PyModuleDef_Init(&definition);
}
