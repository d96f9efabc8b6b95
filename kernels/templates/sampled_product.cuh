// What a library's product of dense matrices has where the matrix has non-zeros (SDDMM): of the places of a dense
// tile, C[outputs[i]] = values[i] product[i], where there is an output. A thread takes four places.
extern "C" __global__ void __launch_bounds__(threads)
    sampleProduct(const $TYPE$* product, const $TYPE$* values, const int* outputs, $TYPE$* C, long long places)
{
    const long long first = (static_cast<long long>(blockIdx.x) * threads + threadIdx.x) * 4;
    if (first >= places)
        return;
    int output[4];
    loadInts<4>(outputs + first, output);
    if (output[0] < 0 && output[1] < 0 && output[2] < 0 && output[3] < 0)
        return;
    float a[4];
    float p[4];
    loadValues<4>(values + first, a);
    loadValues<4>(product + first, p);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if (output[i] >= 0)
            C[output[i]] = rounded<$TYPE$>(a[i] * p[i]);
}
