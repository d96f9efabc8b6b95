// Behind the kernel whose rows are added: the float32 scratch, rounded, becomes C (16 bits), eight elements a step.
extern "C" __global__ void __launch_bounds__(256) convertMicro(void* C, long long count, const float* scratch)
{
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count / 8; i += gridDim.x * 256ll) {
        const float4 a = reinterpret_cast<const float4*>(scratch)[2 * i];
        const float4 b = reinterpret_cast<const float4*>(scratch)[2 * i + 1];
        static_cast<uint4*>(C)[i] = make_uint4(Narrow<$TYPE$>::pack(a.x, a.y), Narrow<$TYPE$>::pack(a.z, a.w),
                                               Narrow<$TYPE$>::pack(b.x, b.y), Narrow<$TYPE$>::pack(b.z, b.w));
    }
}
